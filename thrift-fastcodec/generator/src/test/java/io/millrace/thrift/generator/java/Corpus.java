package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.GeneratedFile;
import io.millrace.thrift.generator.schema.DirectorySources;
import io.millrace.thrift.generator.schema.MemorySources;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.SchemaReader;
import java.nio.file.Path;
import java.util.List;

/** The IDL of these tests as classes. */
final class Corpus {
    static final Path FOLDER = Path.of("src/test/resources/io/millrace/thrift/generator/java");

    private Corpus() {}

    static Schema schema(String name) {
        return SchemaReader.read(
                new DirectorySources(List.of()),
                List.of(FOLDER.resolve(name + ".thrift").toString()));
    }

    static List<GeneratedFile> sources(String name) {
        return JavaEmitter.emit(schema(name), file -> true, FieldOrder.ID);
    }

    static List<GeneratedFile> sourcesOf(String text) {
        return JavaEmitter.emit(MemorySources.read(text), file -> true, FieldOrder.ID);
    }
}
