package io.millrace.thrift.peers;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.ScriptSteps;
import io.millrace.testkit.Toolchain;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The library for Go, in the newest version that Debian's Go still builds. */
class GoIT extends PeerContract {

    private Path program = Path.of("");

    @Override
    String language() {
        return "go";
    }

    @Override
    boolean hasUuids() {
        return true;
    }

    @Override
    void install(Path home) {
        program = Toolchain.go("Go's github.com/apache/thrift", ScriptSteps.SCRIPTS.resolve("go"), home);
    }

    @Override
    ChildProcess.Builder program(String... arguments) {
        return ChildProcess.command(Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                .toList());
    }
}
