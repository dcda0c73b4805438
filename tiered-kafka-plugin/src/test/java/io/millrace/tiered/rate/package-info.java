/** Rates under a clock of the test's own. */
package io.millrace.tiered.rate;
