/**
 * What generated code looks like, by hand: each construct once, so that the emitter can be held against it and the runtime tested without it.
 */
@NullMarked
package io.millrace.thrift.model;

import org.jspecify.annotations.NullMarked;
