@NullMarked
package io.millrace.newsql.account;

import org.jspecify.annotations.NullMarked;
