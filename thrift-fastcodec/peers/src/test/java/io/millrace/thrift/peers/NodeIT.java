package io.millrace.thrift.peers;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.ScriptSteps;
import io.millrace.testkit.Toolchain;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The library for Node from its registry. */
class NodeIT extends PeerContract {

    private Path home = Path.of("");

    @Override
    String language() {
        return "node";
    }

    @Override
    boolean hasUuids() {
        return true;
    }

    @Override
    void install(Path made) {
        home = Toolchain.node("Node's thrift", ScriptSteps.SCRIPTS.resolve("node"), made);
    }

    @Override
    ChildProcess.Builder program(String... arguments) {
        return ChildProcess.command(Stream.concat(Stream.of("node", "peer.mjs"), Stream.of(arguments))
                        .toList())
                .directory(home);
    }
}
