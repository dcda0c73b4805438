package io.millrace.thrift.generator;

import io.millrace.thrift.generator.java.JavaEmitter;
import io.millrace.thrift.generator.schema.DirectorySources;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.SchemaFile;
import io.millrace.thrift.generator.schema.SchemaReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes Java sources from IDL files: reads them with what they include, and writes a file a class into a folder.
 *
 * <p>A run that finds the same IDL, options and version as the one before touches nothing; else only files whose text changes are
 * written. A run that fails leaves the folder as it was, but for one that fails while it writes: the next one begins anew.
 *
 * <p><b>Threads.</b> Safe, for folders that differ.
 */
public final class ThriftGenerator {

    /** Changes with the text that is made, so that what an older generator left is made again. */
    private static final String VERSION = "1";

    private ThriftGenerator() {}

    /**
     * Makes the sources.
     *
     * @throws IdlException with all that is wrong with the files
     * @throws IOException if a folder cannot be read or written
     */
    public static GeneratorResult run(GeneratorRequest request) throws IOException {
        List<String> paths = request.files().stream().map(Path::toString).toList();
        Schema schema = SchemaReader.read(new DirectorySources(request.searchPath()), paths);
        OutputFolder folder = new OutputFolder(request.output());
        Set<String> wanted = wanted(request, schema);
        String fingerprint = fingerprint(request, schema, wanted);
        if (folder.holds(fingerprint)) {
            return new GeneratorResult(folder.files(), 0, 0, schema.warnings());
        }
        List<GeneratedFile> files = JavaEmitter.emit(schema, file -> wanted.contains(file.file()), request.order());
        OutputFolder.Changes changes = folder.replace(fingerprint, files);
        return new GeneratorResult(
                files.stream().map(GeneratedFile::path).toList(),
                changes.written(),
                changes.deleted(),
                schema.warnings());
    }

    /** What the schema calls the files that get classes; one may be called another way than in the request if it is included, too. */
    private static Set<String> wanted(GeneratorRequest request, Schema schema) throws IOException {
        Set<Path> asked = new HashSet<>();
        for (Path file : request.files()) {
            asked.add(file.toRealPath());
        }
        Set<String> wanted = new HashSet<>();
        for (SchemaFile file : schema.files()) {
            if (request.withIncluded() || asked.contains(Path.of(file.file()).toRealPath())) {
                wanted.add(file.file());
            }
        }
        return wanted;
    }

    private static String fingerprint(GeneratorRequest request, Schema schema, Set<String> wanted) {
        StringBuilder text = new StringBuilder();
        text.append(VERSION).append(' ').append(request.order()).append('\n');
        for (SchemaFile file : schema.files()) {
            String kind = wanted.contains(file.file()) ? "made" : "included";
            text.append(file.hash())
                    .append(' ')
                    .append(kind)
                    .append(' ')
                    .append(file.program())
                    .append('\n');
        }
        return text.toString();
    }
}
