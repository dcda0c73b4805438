/**
 * What the commands {@code ./millrace tiered …} know: what lies in cold directories, by {@link io.millrace.tiered.tool.ColdCheck}, and what a cluster says of its tiers, by {@link
 * io.millrace.tiered.tool.ClusterView}. Nothing here changes a file or a setting.
 *
 * <p>A directory is read past the page cache, at a rate that can be bounded: beside a broker that runs. What the broker does meanwhile is seen, and taken for no damage.
 */
@NullMarked
package io.millrace.tiered.tool;

import org.jspecify.annotations.NullMarked;
