/** The store's changes for those who follow them: cursors in the store, which hold the log back, and readers of the log. */
@NullMarked
package io.millrace.newsql.node.change;

import org.jspecify.annotations.NullMarked;
