/**
 * The broker's own logs, read only: a follower finds here the bytes of the segments that the leader has copied.
 *
 * <pre>
 *  LocalLogs     the partition's folder, of this topic id and no other
 *  LeaderEpochs  which leader wrote which offsets here: does that agree with the segment?
 *  LogCut        the batches of the segment's offsets, one file of the log after the other, each checked as it passes
 * </pre>
 *
 * A follower's files are cut at other offsets than the leader's, its batches are the same to the last byte. Kafka rolls, truncates and deletes these files at any time: a cut that meets
 * such a moment fails, and is tried again.
 */
@NullMarked
package io.millrace.tiered.log;

import org.jspecify.annotations.NullMarked;
