/**
 * Connections: their states, the turns between event loop and worker, limits and timeouts, and the commands.
 *
 * <pre>
 *  event loop                                       worker
 *  bytes ─► PacketDecoder ─► MysqlConnection ─task─► Commands ─► SqlSession
 *                               ▲   │                             │ rows
 *                               │   └◄─chunks── Outflow ◄── PacketWriter ◄── ResultWriter
 *                               └──────────────end of the command─┘
 * </pre>
 */
@NullMarked
package io.millrace.newsql.mysql.connection;

import org.jspecify.annotations.NullMarked;
