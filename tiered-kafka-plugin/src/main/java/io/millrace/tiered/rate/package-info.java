/** How many bytes a second the storage's own work may move: token buckets whose rates follow a file. */
@NullMarked
package io.millrace.tiered.rate;

import org.jspecify.annotations.NullMarked;
