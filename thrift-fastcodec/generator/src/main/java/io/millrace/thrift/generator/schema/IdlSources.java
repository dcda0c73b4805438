package io.millrace.thrift.generator.schema;

import java.io.IOException;
import java.util.Optional;

/** Where IDL files come from: folders, or the jars of dependencies. */
public interface IdlSources {

    /**
     * The file that is asked for on the command line.
     *
     * @throws IOException if it cannot be read
     */
    Optional<IdlSource> find(String path) throws IOException;

    /**
     * The file that an include means.
     *
     * @param from the file in which the include stands
     * @param path as it stands there
     * @throws IOException if it is there and cannot be read
     */
    Optional<IdlSource> find(IdlSource from, String path) throws IOException;
}
