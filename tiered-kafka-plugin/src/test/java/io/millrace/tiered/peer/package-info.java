/** Requests that are not what they should be, and answers. */
package io.millrace.tiered.peer;
