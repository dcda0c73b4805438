/** What is forced, with real files. */
package io.millrace.tiered.flush;
