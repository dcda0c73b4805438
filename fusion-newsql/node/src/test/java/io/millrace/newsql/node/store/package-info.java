/** Tests of the store's files. */
@NullMarked
package io.millrace.newsql.node.store;

import org.jspecify.annotations.NullMarked;
