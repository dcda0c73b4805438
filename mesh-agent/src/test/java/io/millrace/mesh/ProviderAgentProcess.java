package io.millrace.mesh;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;

/** A provider agent as a process of its own, to be killed: port of the provider, port to listen on. */
final class ProviderAgentProcess {
    private ProviderAgentProcess() {}

    public static void main(String[] arguments) throws Exception {
        // What is looked up where is the test's business; this agent only answers on its port.
        ServiceRegistry registry = ServiceRegistries.inMemory();
        MeshAgent agent = MeshAgent.startProvider(
                ProviderConfig.fronting(
                                "127.0.0.1", Integer.parseInt(arguments[0]), ProvidedService.of(RawHttp.SERVICE))
                        .withListen(new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1]))),
                registry,
                new SimpleMeterRegistry());
        Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "drain"));
        TestMesh.awaitReady(agent);
        System.out.println("READY");
        new CountDownLatch(1).await(); // until it is ended
    }
}
