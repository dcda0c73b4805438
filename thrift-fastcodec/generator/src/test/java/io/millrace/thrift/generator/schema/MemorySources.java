package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.SourceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of a test. */
public final class MemorySources implements IdlSources {
    private final Map<String, String> files = new HashMap<>();

    /** With a file more. */
    public MemorySources with(String path, String text) {
        files.put(path, text);
        return this;
    }

    /** What a file and its includes mean. */
    public static Schema read(String text) {
        return SchemaReader.read(new MemorySources().with("a.thrift", text), List.of("a.thrift"));
    }

    @Override
    public Optional<IdlSource> find(String path) {
        return Optional.ofNullable(files.get(path)).map(text -> new IdlSource(path, SourceText.of(path, text)));
    }

    @Override
    public Optional<IdlSource> find(IdlSource from, String path) {
        return find(path);
    }
}
