package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.SourceText;
import io.millrace.thrift.generator.syntax.SyntaxLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files of folders. An include is looked for beside the file in which it stands, then in the folders of the search path in
 * turn. <b>Threads:</b> safe.
 */
public final class DirectorySources implements IdlSources {

    /** UTF-8 has at most four bytes a character; one more tells a file that is too large. */
    private static final int BYTES_MAX = 4 * SyntaxLimits.FILE_CHARACTERS + 4;

    private final List<Path> searchPath;

    /** With the folders that are searched behind the including file's own. */
    public DirectorySources(List<Path> searchPath) {
        this.searchPath = List.copyOf(searchPath);
    }

    @Override
    public Optional<IdlSource> find(String path) throws IOException {
        return read(Path.of(path));
    }

    @Override
    public Optional<IdlSource> find(IdlSource from, String path) throws IOException {
        Path wanted;
        try {
            wanted = Path.of(path);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
        Optional<IdlSource> beside = read(Path.of(from.file()).resolveSibling(wanted));
        if (beside.isPresent()) {
            return beside;
        }
        for (Path folder : searchPath) {
            Optional<IdlSource> found = read(folder.resolve(wanted));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<IdlSource> read(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(BYTES_MAX);
            String file = path.normalize().toString();
            return Optional.of(new IdlSource(path.toRealPath().toString(), SourceText.decoded(file, bytes)));
        }
    }
}
