/**
 * The store's log: one unit a commit, of its final keys and values and its event, in the order in which commits were taken. It is what a restart replays, and what
 * readers of changes follow. Its bytes: {@code docs/formats/newsql-node-log.md}.
 */
@NullMarked
package io.millrace.newsql.node.log;

import org.jspecify.annotations.NullMarked;
