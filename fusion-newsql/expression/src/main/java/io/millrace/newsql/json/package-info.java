/** JSON documents: read, printed as MySQL prints them, searched and changed by paths. Nothing here knows SQL. */
@NullMarked
package io.millrace.newsql.json;

import org.jspecify.annotations.NullMarked;
