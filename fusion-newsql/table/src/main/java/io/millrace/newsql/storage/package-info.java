/** The seam towards a storage: rows and index entries by key and by range, and the atomic commit of their changes. */
@NullMarked
package io.millrace.newsql.storage;

import org.jspecify.annotations.NullMarked;
