/** The log's pages in memory: which segments stay, which go, and how what is gone is read. */
@NullMarked
package io.millrace.wal.page;

import org.jspecify.annotations.NullMarked;
