/**
 * The commands of Redis over the ordered store.
 *
 * <pre>
 *  CommandTable ──► Command ──► Call: arguments, reply ──► Keyspace: entries with type and expiry ──► Data
 *                                                                                 LoopData: newest values, or a snapshot of them
 *                                                                                 TurnData: what the writer's next commit finds, and its own writes
 * </pre>
 *
 * What only reads runs on the connection's loop; what may write runs in the store's writer, all of one read's commands as one commit. Where keys and elements lie:
 * {@code docs/formats/newsql-node-keyspace.md}.
 */
@NullMarked
package io.millrace.newsql.node.command;

import org.jspecify.annotations.NullMarked;
