/** What a user of the Thrift plugin writes beside definitions. */
@NullMarked
package io.millrace.thrift.example;

import org.jspecify.annotations.NullMarked;
