/** Tests of the wire with real clients, against an engine that echoes. */
@NullMarked
package io.millrace.newsql.mysql;

import org.jspecify.annotations.NullMarked;
