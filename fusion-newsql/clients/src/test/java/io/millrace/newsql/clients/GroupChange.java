package io.millrace.newsql.clients;

import org.jspecify.annotations.Nullable;

/**
 * One transaction on a group of rows: from one version to another.
 *
 * @param group the group's number
 * @param before its version before, null if it is not there
 * @param after its version after, null if it is removed
 * @param counted whether the same transaction adds one to the counter of another table
 */
record GroupChange(long group, @Nullable Integer before, @Nullable Integer after, boolean counted) {}
