package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads files, with what they include, into a schema. <b>Threads:</b> each call is its own. */
public final class SchemaReader {

    private SchemaReader() {}

    /**
     * The schema of files and all that they include.
     *
     * @param files as the sources know them
     * @throws IdlException with what is wrong: with the text if anything is, else with what it means
     */
    public static Schema read(IdlSources sources, Collection<String> files) {
        Problems problems = new Problems();
        List<LoadedFile> loaded = new FileLoader(sources, problems).load(files);
        problems.throwIfAny();
        Scopes scopes = new Scopes();
        FileHashes hashes = new FileHashes();
        List<SchemaFile> resolved = new ArrayList<>();
        for (LoadedFile file : loaded) {
            if (!problems.isFull()) {
                resolved.add(new FileReader(file, scopes, problems).read(hashes.hash(file)));
            }
        }
        problems.throwIfAny();
        return new Schema(resolved, problems.warnings());
    }
}
