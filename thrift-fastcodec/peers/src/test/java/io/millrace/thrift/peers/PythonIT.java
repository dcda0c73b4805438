package io.millrace.thrift.peers;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.ScriptSteps;
import io.millrace.testkit.Toolchain;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The library for Python that Debian has; its pure protocols, not those in C. */
class PythonIT extends PeerContract {

    private String python = "";

    @Override
    String language() {
        return "python";
    }

    /** The one of Debian has none. */
    @Override
    boolean hasUuids() {
        return false;
    }

    @Override
    void install(Path home) {
        python = Toolchain.python("thrift", "python3-thrift");
    }

    @Override
    ChildProcess.Builder program(String... arguments) {
        return ChildProcess.command(Stream.concat(Stream.of(python, "peer.py"), Stream.of(arguments))
                        .toList())
                .directory(ScriptSteps.SCRIPTS.resolve("python"))
                .environment("PYTHONDONTWRITEBYTECODE", "1");
    }
}
