package io.millrace.thrift.generator.syntax;

import java.util.List;

/**
 * One file as a tree.
 *
 * @param file its name, as positions have it
 * @param doc the text of the {@code /**} comment before its first header, or empty
 */
public record IdlFile(String file, String doc, List<Header> headers, List<Definition> definitions) {}
