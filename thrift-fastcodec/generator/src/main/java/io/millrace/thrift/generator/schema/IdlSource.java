package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.SourceText;

/**
 * The text of a file.
 *
 * @param key tells files apart: two ways to the same file give the same key
 */
public record IdlSource(String key, SourceText text) {

    /** What messages call it. */
    public String file() {
        return text.file();
    }

    /** The name that including files put before what it declares. */
    String program() {
        String name = file().substring(Math.max(file().lastIndexOf('/'), file().lastIndexOf('\\')) + 1);
        return name.endsWith(".thrift") ? name.substring(0, name.length() - ".thrift".length()) : name;
    }
}
