/** The room on fast disks, with a broker that is simulated. */
package io.millrace.tiered.space;
