package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.log.HeldSegment;
import org.jspecify.annotations.Nullable;

/**
 * The store's state at a position, beside it: files of data, and the log's segment that holds the position.
 *
 * @param position of the last commit in it; 0 for a store that has none
 * @param segment given: the caller closes it; null if there is no commit
 */
public record StoreCheckpoint(long position, @Nullable HeldSegment segment) {}
