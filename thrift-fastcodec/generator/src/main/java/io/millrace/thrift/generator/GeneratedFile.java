package io.millrace.thrift.generator;

/**
 * A file that was made.
 *
 * @param path below the folder of sources, with slashes
 * @param text all of it, lines ended by {@code \n}
 */
public record GeneratedFile(String path, String text) {}
