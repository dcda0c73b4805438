/**
 * The Maven plugin: {@code GenerateMojo} is the goal, {@code DependencyIdl} brings the IDL of a module's dependencies to where
 * includes find it.
 */
@NullMarked
package io.millrace.thrift.maven;

import org.jspecify.annotations.NullMarked;
