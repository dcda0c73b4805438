/** Streams under little memory, interrupts and closing. */
package io.millrace.tiered.read;
