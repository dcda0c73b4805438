/** Tests of the node through its door. */
@NullMarked
package io.millrace.newsql.node;

import org.jspecify.annotations.NullMarked;
