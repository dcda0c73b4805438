/** The way in: greeting, what a client says of itself, and how it proves its password. */
@NullMarked
package io.millrace.newsql.mysql.auth;

import org.jspecify.annotations.NullMarked;
