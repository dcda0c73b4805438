package io.millrace.launcher.shell;

/**
 * A statement as somebody typed it.
 *
 * @param text without what ended it
 * @param vertical whether it ended with {@code \G}: one column a line
 */
record TypedStatement(String text, boolean vertical) {}
