/** Copies that are cut, disks that fail, bytes that are wrong. */
package io.millrace.tiered.cold;
