/**
 * The SQL server as a Spring Boot application, and as a part of one: typed properties under {@code millrace.newsql}, health, meters.
 *
 * <p>The only package of the SQL server that knows Spring or the names of properties.
 */
@NullMarked
package io.millrace.newsql.boot;

import org.jspecify.annotations.NullMarked;
