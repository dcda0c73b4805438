/** Protocol Buffers for Java, with classes that its own compiler makes when this module is built. */
@NullMarked
package io.millrace.benchmark.codec.protobuf;

import org.jspecify.annotations.NullMarked;
