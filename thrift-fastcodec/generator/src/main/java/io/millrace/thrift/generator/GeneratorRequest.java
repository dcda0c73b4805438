package io.millrace.thrift.generator;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What sources are to be made.
 *
 * @param files IDL files; their order does not matter
 * @param searchPath folders in which includes are looked for behind the including file's own
 * @param output folder of the sources; what another run made in it and this one does not, is deleted, and nothing else
 * @param withIncluded whether included files get their classes as well, which else are taken to come from elsewhere
 * @param order in which fields are written
 */
public record GeneratorRequest(
        List<Path> files, List<Path> searchPath, Path output, boolean withIncluded, FieldOrder order) {

    /** Checks that nothing is missing. */
    public GeneratorRequest {
        files = files.stream().sorted().toList();
        searchPath = List.copyOf(searchPath);
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(order, "order");
    }
}
