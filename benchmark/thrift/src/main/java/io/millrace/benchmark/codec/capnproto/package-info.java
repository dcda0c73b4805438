/**
 * Cap'n Proto for Java: its messages in the form that its compiler gives them, written by hand since that compiler is a C++ program. A message is built where it will lie and read where it
 * lies, so there is nothing to decode: it takes part where a message is built and written, and where fields are read.
 */
@NullMarked
package io.millrace.benchmark.codec.capnproto;

import org.jspecify.annotations.NullMarked;
