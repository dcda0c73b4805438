/** How many bytes a second the storage's own work may move, and how often it looks: token buckets whose rates follow a file, rounds with a pause. */
@NullMarked
package io.millrace.tiered.rate;

import org.jspecify.annotations.NullMarked;
