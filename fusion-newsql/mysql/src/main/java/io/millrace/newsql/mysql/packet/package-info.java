/** Bytes of the wire: packets cut out of the stream, joined, split, compressed; the numbers and texts in them. */
@NullMarked
package io.millrace.newsql.mysql.packet;

import org.jspecify.annotations.NullMarked;
