/**
 * Disks that fail on demand: in memory, over real files, and a real file system on a loop device.
 *
 * <p>{@link io.millrace.testkit.disk.SimulatedDisk} loses what was not forced, thousands of times a second.
 * Its {@link io.millrace.testkit.disk.SimulatedFiles} have the methods of the seam through which ours open files, in
 * JDK types, so that a test adapts one to the other without the testkit knowing ours.
 */
@NullMarked
package io.millrace.testkit.disk;

import org.jspecify.annotations.NullMarked;
