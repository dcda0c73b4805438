/** Disks past the page cache: direct I/O, aligned buffers within a budget, and a bounded number of reads at a time. */
@NullMarked
package io.millrace.tiered.disk;

import org.jspecify.annotations.NullMarked;
