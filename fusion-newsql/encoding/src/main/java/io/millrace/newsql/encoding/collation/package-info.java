/**
 * How strings compare: by their bytes, or by weights from a table.
 *
 * <h2>The life of a comparison</h2>
 *
 * <pre>
 *  "Straße" ─┐                      ┌─ ASCII: one look-up a byte, until the weights differ ──► answer
 *            ├─► bytes both share ──┤
 *  "STRASSE"─┘      are skipped     └─ else a WeightCursor each: UTF-8 ──► code point ──► page ──► weight
 *                                                                                           ├─► sequence of weights
 *                                                                                           └─► Unlisted: computed
 * </pre>
 *
 * A collation of several levels does so once a level: base letters first, then accents, then case. No contractions: one character's weights
 * never depend on its neighbours, as in MySQL's collations of these names, so what both strings begin with decides nothing.
 *
 * <h2>Tables</h2>
 *
 * {@link io.millrace.newsql.encoding.collation.WeightTableDescriptor} draws the bytes of a table. It is read when a collation is first
 * used, checked by its checksum, and kept: 20 to 400 KB of memory each. A table that changes is a new version, because indexes hold its weights.
 */
@NullMarked
package io.millrace.newsql.encoding.collation;

import org.jspecify.annotations.NullMarked;
