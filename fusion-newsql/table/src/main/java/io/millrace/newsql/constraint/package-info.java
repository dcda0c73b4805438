/** What a row must be beside its types: computed columns, CHECK constraints, defaults that are expressions. */
@NullMarked
package io.millrace.newsql.constraint;

import org.jspecify.annotations.NullMarked;
