package io.millrace.newsql.node.server;

import io.millrace.newsql.node.command.Command;
import org.jspecify.annotations.Nullable;

/** A request that was read and not run yet; its arguments are copies. */
record WaitingCommand(@Nullable Command command, byte[][] arguments) {}
