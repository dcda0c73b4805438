/** Tests of the Redis protocol. */
@NullMarked
package io.millrace.newsql.node.resp;

import org.jspecify.annotations.NullMarked;
