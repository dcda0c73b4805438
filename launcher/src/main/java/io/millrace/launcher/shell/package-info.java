/**
 * The SQL shell: lines become statements, statements go to a server over JDBC, results come out as tables, columns or tabs.
 *
 * <p>The path of a line: {@code LineSource} → {@code StatementSplitter} → {@code SqlShell} → {@code ShellConnection} → {@code ResultPrinter}.
 */
@NullMarked
package io.millrace.launcher.shell;

import org.jspecify.annotations.NullMarked;
