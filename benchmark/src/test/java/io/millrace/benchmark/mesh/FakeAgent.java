package io.millrace.benchmark.mesh;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Stands in the agents' place where the scenario's own machinery is under test: reads the properties that agents are
 * given; as a consumer it answers calls itself, as a provider it only waits.
 */
public final class FakeAgent {
    private FakeAgent() {}

    /** Runs until it is ended. */
    public static void main(String[] args) throws IOException {
        int port =
                Integer.parseInt(property(args, "millrace.mesh.listen-address").replace("127.0.0.1:", ""));
        if (property(args, "millrace.mesh.role").equals("consumer")) {
            property(args, "millrace.mesh.registry.fixed.services[0].endpoints[2]");
            new StubServer(List.of(), port, 0, 1, 0);
        } else {
            property(args, "millrace.mesh.provider.services[0].weight");
        }
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    private static String property(String[] args, String key) {
        String prefix = "--" + key + "=";
        return Arrays.stream(args)
                .filter(each -> each.startsWith(prefix))
                .map(each -> each.substring(prefix.length()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("missing: " + key + " in " + Arrays.toString(args)));
    }
}
