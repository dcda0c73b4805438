package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.syntax.Header;
import io.millrace.thrift.generator.syntax.IdlFile;
import java.util.ArrayList;
import java.util.List;

/** A file's tree with the files that it includes. Identity counts: there is one for each file. */
final class LoadedFile {
    private final IdlSource source;
    private final IdlFile tree;
    private final List<Included> included = new ArrayList<>();

    LoadedFile(IdlSource source, IdlFile tree) {
        this.source = source;
        this.tree = tree;
    }

    /** An include that was found. */
    record Included(IdlPosition position, String path, LoadedFile file) {}

    IdlSource source() {
        return source;
    }

    IdlFile tree() {
        return tree;
    }

    void include(Header.Include include, LoadedFile file) {
        included.add(new Included(include.position(), include.path(), file));
    }

    /** In the order of the text. */
    List<Included> included() {
        return included;
    }
}
