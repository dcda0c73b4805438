package io.millrace.thrift.generator.schema;

/**
 * What an enum, struct or service is known by, in all files.
 *
 * @param file as {@link SchemaFile#file()}
 * @param name as it is declared
 */
public record TypeName(String file, String name) {

    /** {@code file:name}. */
    @Override
    public String toString() {
        return file + ':' + name;
    }
}
