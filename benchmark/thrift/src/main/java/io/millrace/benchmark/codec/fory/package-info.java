/** Apache Fory: plain classes that it makes serializers for at run time, registered by number, without tracking of references. */
@NullMarked
package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.NullMarked;
