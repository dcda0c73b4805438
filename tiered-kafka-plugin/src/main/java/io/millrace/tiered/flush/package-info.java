/**
 * Makes the write rate of a disk even: what Kafka has written goes to the device in small parts as it comes, not in floods when the system's write-back wakes up.
 *
 * <p>One thread a directory of logs looks at its active segments; a segment that has {@code flush.segment.bytes} more than when it was forced last is forced, those with most first, within
 * {@code flush.bytes.per.second}. A directory has one force at a time, a segment therefore too. Where more is written than the budget allows, the system's write-back does the rest.
 */
@NullMarked
package io.millrace.tiered.flush;

import org.jspecify.annotations.NullMarked;
