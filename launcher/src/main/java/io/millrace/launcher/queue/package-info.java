/**
 * The demo's queues: a child process takes messages, is killed with SIGKILL in the middle, and another one opens what it
 * left and checks every message byte by byte.
 */
@NullMarked
package io.millrace.launcher.queue;

import org.jspecify.annotations.NullMarked;
