@NullMarked
package io.millrace.newsql.session;

import org.jspecify.annotations.NullMarked;
