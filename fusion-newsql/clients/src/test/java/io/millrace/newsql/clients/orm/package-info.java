/** Tables and mappings of the tests with Hibernate and MyBatis. */
@NullMarked
package io.millrace.newsql.clients.orm;

import org.jspecify.annotations.NullMarked;
