/**
 * The queue engine as a part of a Spring Boot application: typed properties under {@code millrace.queue}, beans, health, meters.
 *
 * <p>The only package of the module that knows Spring or the names of properties.
 */
@NullMarked
package io.millrace.queue.boot;

import org.jspecify.annotations.NullMarked;
