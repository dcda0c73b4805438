/**
 * The service that the real Dubbo providers serve, free of Dubbo, and the options that start them.
 *
 * <p>{@link io.millrace.sample.HashService} is what callers see, {@link io.millrace.sample.HashServiceProvider} what answers,
 * {@link io.millrace.sample.ProviderOptions} the command line that each provider program understands, and
 * {@link io.millrace.sample.ProviderProcess} what such a program does around its Dubbo: the READY line and the ending.
 */
@NullMarked
package io.millrace.sample;

import org.jspecify.annotations.NullMarked;
