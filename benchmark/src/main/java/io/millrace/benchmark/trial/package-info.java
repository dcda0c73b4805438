/**
 * What scenarios of stores share: a trial is one measured run of one contender in a process of its own.
 *
 * <p>A scenario starts {@link io.millrace.benchmark.trial.TrialProcess trial processes} with the same flags for ours and
 * the peers, keeps their figures in a {@link io.millrace.benchmark.trial.TrialBook} and turns medians into rows. The
 * other half runs inside the process: {@link io.millrace.benchmark.trial.TrialVoice} speaks to the scenario,
 * {@link io.millrace.benchmark.trial.CpuClock} and {@link io.millrace.benchmark.trial.MemoryWatch} measure.
 */
@NullMarked
package io.millrace.benchmark.trial;

import org.jspecify.annotations.NullMarked;
