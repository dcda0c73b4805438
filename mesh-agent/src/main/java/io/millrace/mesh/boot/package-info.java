/**
 * The mesh agent as a Spring Boot application, and as a part of one: typed properties under {@code millrace.mesh}, health, metrics.
 *
 * <p>The only package of the module that knows Spring or the names of properties.
 */
@NullMarked
package io.millrace.mesh.boot;

import org.jspecify.annotations.NullMarked;
