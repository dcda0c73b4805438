package io.millrace.newsql.node;

/**
 * A copy of a store that was made.
 *
 * @param position the copy holds every commit up to it, and none behind
 * @param files of data and log
 * @param bytes of those files; on the store's own file system data files take no room as long as the store has them, too
 */
public record BackupResult(long position, int files, long bytes) {}
