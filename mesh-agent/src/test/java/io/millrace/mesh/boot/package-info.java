/** Tests of the agent as a Spring Boot application. */
@NullMarked
package io.millrace.mesh.boot;

import org.jspecify.annotations.NullMarked;
