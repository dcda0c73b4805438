/** Tests of this stage. */
@NullMarked
package io.millrace.newsql.mysql.packet;

import org.jspecify.annotations.NullMarked;
