package io.millrace.newsql.node;

/**
 * How far a follower of a store's changes is.
 *
 * @param position up to which it needs nothing any more; 0 before the first commit
 * @param behindBytes of the log from there to its end
 * @param isLost whether the log has let go of what comes next: the follower must begin anew
 */
public record ChangeCursor(String name, long position, long behindBytes, boolean isLost) {}
