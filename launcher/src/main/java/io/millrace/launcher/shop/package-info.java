/**
 * The SQL server's part of the demo: a shop's tables in a server of its own process, which is killed with SIGKILL while rows come, opened again, and asked.
 */
@NullMarked
package io.millrace.launcher.shop;

import org.jspecify.annotations.NullMarked;
