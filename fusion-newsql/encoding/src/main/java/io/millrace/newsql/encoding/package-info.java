/**
 * Keys and values of the SQL server as bytes: the same on our own storage node, on a Redis cluster and on Kvrocks.
 *
 * <h2>The life of a row</h2>
 *
 * <pre>
 *  values of the key columns ── KeyEncoder ──► bytes that compare as the values do
 *                                                │
 *  table, shard ────────────── StorageKeys ──►  r:{s17}:42:‹bytes›      the row, a hash
 *                                               k:{s17}:42              its place in key order, a member of a sorted set
 *  values of the other columns ─ ValueCodec ──► fields of the hash: column id → bytes; NULL is no field
 *  values of an index ───────── KeyEncoder ──►  a member: ‹index values›‹row key›‹stamp›
 * </pre>
 *
 * <h2>Order</h2>
 *
 * Two keys of the same columns compare, byte by byte and unsigned, as their values do in MySQL: column after column, NULL
 * before everything, descending columns the other way round; strings by their {@link io.millrace.newsql.encoding.Collation}. No key is the beginning of another one of the same columns, so that what
 * follows a key never decides between two of them. {@link io.millrace.newsql.encoding.KeyDescriptor} draws the bytes.
 *
 * <h2>Limits</h2>
 *
 * A key has the length that its encoder allows. Bytes from a storage are checked before memory is taken; what does not fit is an
 * {@link io.millrace.newsql.encoding.EncodingException} that names the place.
 */
@NullMarked
package io.millrace.newsql.encoding;

import org.jspecify.annotations.NullMarked;
