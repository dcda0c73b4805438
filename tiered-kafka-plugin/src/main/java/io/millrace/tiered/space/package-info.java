/**
 * Keeps the fast disks from filling up: the only one on a broker that lets segments go, the oldest of all topics first.
 *
 * <pre>
 *  SpaceWatcher    one thread: look, and above the high mark evict
 *  SpaceSurvey     what is on the disks, and how much of it is held cold here ─► Survey
 *  CutoffChoice    the oldest cutoff that frees enough, and who holds it back ─► EvictionPlan      (pure)
 *  Eviction        note ─► the broker's dynamic log.local.retention.ms ─► segments are gone, or two checks ─► deleted again
 *  SpaceReports    why is this segment still here, what would an eviction take ─► lines of text for commands
 * </pre>
 *
 * <h2>The rule</h2>
 *
 * Kafka takes segments off the front of a log while their largest timestamp is older than the retention. One cutoff for the broker therefore takes the oldest of all topics. It never reaches
 * a segment of which no verified copy is here, and it is set for one look of Kafka's only: it is an age, and goes on while it stands.
 *
 * <h2>Limits</h2>
 *
 * Topics with a {@code local.retention.ms} of their own do not feel the cutoff, and those whose copies are switched off have nothing to let go; both are named. A cutoff is never larger than
 * {@code log.retention.ms}. The active segment of a partition that has had no record for an hour is rolled, which the cutoff does, only where the disk stays above its high mark otherwise.
 */
@NullMarked
package io.millrace.tiered.space;

import org.jspecify.annotations.NullMarked;
