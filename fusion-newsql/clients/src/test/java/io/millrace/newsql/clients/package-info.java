/**
 * Real clients, kills and bad days of the SQL server in a process of its own.
 *
 * <p>{@link io.millrace.newsql.clients.RunningServer} starts the server for a class of tests. Drivers of the JVM are tested here
 * directly; those of other languages by scripts of {@code src/test/resources}, which print one line a step
 * ({@link io.millrace.testkit.ScriptSteps}).
 */
@NullMarked
package io.millrace.newsql.clients;

import org.jspecify.annotations.NullMarked;
