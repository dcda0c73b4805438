/**
 * Followers of some topics live on slow disks, by rules in a file; leaders always on fast ones.
 *
 * <pre>
 *  FollowerPlacement   one thread: look, begin a move, look again
 *  PlacementRules      topic pattern ─► ssd or hdd                                     (a watched file)
 *  PlacementChoice     who is where, who leads, since when ─► moves                    (pure)
 *  KafkaReplicas       asks and tells Kafka; opens a cordoned directory for a move and closes it again
 * </pre>
 *
 * <h2>Limits</h2>
 *
 * A move copies the whole local log, as fast as {@code replica.alter.log.dirs.io.max.bytes.per.second} allows, {@code placement.moves.max} at a time. A leader on a slow disk is moved back
 * before any follower moves away; a follower waits {@code placement.dwell.ms} first, so that a leader that comes and goes does not drag its log along.
 */
@NullMarked
package io.millrace.tiered.placement;

import org.jspecify.annotations.NullMarked;
