/**
 * {@code ./millrace tiered}: looks into cold directories of a Kafka broker, and asks a cluster about its tiers.
 *
 * <p>Exit status: 0 sound, 1 damaged, lacking or failed, 2 the command line was wrong.
 */
@NullMarked
package io.millrace.launcher.tiered;

import org.jspecify.annotations.NullMarked;
