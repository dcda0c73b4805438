package io.millrace.launcher;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.launcher.PlatformOptions.RegistryChoice;
import io.millrace.launcher.child.EtcdProcess;
import io.millrace.launcher.child.Ports;
import io.millrace.launcher.child.ProviderProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that {@code demo} and {@code up} start: etcd, three Dubbo providers, their agents, the consumer agent,
 * health and metrics.
 *
 * <p>{@link #start} returns when all serve, or ends what it had started and throws. {@link #close} ends everything in
 * the reverse order and may come from a shutdown hook in the middle of it all; a second close waits for the first.
 */
final class Platform implements AutoCloseable {

    private final Progress progress;
    private final Deque<Part> parts = new ArrayDeque<>();
    private final List<ProviderProcess> providers = new ArrayList<>();
    private volatile boolean closed;
    private @Nullable MeshAgents agents;
    private String registryDescription = "";

    private record Part(String name, AutoCloseable resource) {}

    Platform(Progress progress) {
        this.progress = progress;
    }

    /**
     * Starts all parts.
     *
     * @throws LauncherException if one does not start, with what to do about it
     */
    void start(PlatformOptions options) throws IOException {
        Ports.requireFree(options.port, "--port");
        Ports.requireFree(options.managementPort, "--management-port");
        Workspace workspace = own("workspace", Workspace.create());
        startProviders(options.providerJar, workspace.folder());
        Registries registries = own("registry", openRegistries(options.registry, workspace.folder()));
        List<Integer> providerPorts = awaitProviders();
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        own("meters", meters::close);
        progress.step("Starting " + providerPorts.size() + " provider agents and the consumer agent");
        MeshAgents started = own("agents", MeshAgents.start(registries, providerPorts, options.port, meters));
        own(
                "management",
                ManagementServer.start(
                        options.managementPort, () -> started.health().ready(), meters::scrape));
        synchronized (parts) {
            agents = started;
        }
        workspace.discardLogs();
    }

    /** Where callers connect. */
    InetSocketAddress address() {
        return agents().address();
    }

    /** Calls that each provider's agent has answered, in the order of {@link ProviderSpec#ALL}. */
    List<Long> callsPerProvider() {
        return agents().callsPerProvider();
    }

    /** For people: what the registry is. */
    String registryDescription() {
        return registryDescription;
    }

    /** Whether it is being closed, or was. */
    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        synchronized (parts) {
            while (!parts.isEmpty()) {
                close(parts.pop());
            }
        }
    }

    private void startProviders(Path jar, Path folder) {
        progress.step("Starting three Dubbo providers (" + ProviderSpec.DELAY.toMillis() + " ms, "
                + ProviderSpec.THREADS + " threads each)");
        for (ProviderSpec spec : ProviderSpec.ALL) {
            String name = "provider-" + spec.name();
            ProviderProcess provider =
                    ProviderProcess.start(name, jar, folder, ProviderSpec.DELAY, ProviderSpec.THREADS);
            provider.onUnexpectedEnd(status -> progress.warn(name + " ended by itself with status " + status));
            providers.add(own(name, provider));
        }
        // Runs before they are closed one by one: their ends need not wait for each other.
        own("providers", () -> providers.forEach(ProviderProcess::startClosing));
    }

    private List<Integer> awaitProviders() {
        List<Integer> ports = new ArrayList<>();
        for (ProviderProcess provider : providers) {
            ports.add(provider.awaitPort());
            progress.step("  provider " + ports.size() + " of " + providers.size() + " serves");
        }
        return ports;
    }

    private Registries openRegistries(RegistryChoice choice, Path folder) {
        Optional<Path> binary = EtcdProcess.findBinary();
        if (choice == RegistryChoice.MEMORY || (choice == RegistryChoice.AUTO && binary.isEmpty())) {
            Registries memory = Registries.inMemory();
            registryDescription = memory.description();
            return memory;
        }
        progress.step("Starting etcd");
        EtcdProcess etcd = own(
                "etcd",
                EtcdProcess.start(
                        binary.orElseThrow(() -> new LauncherException(
                                "no etcd on the path",
                                "Install it: sudo apt-get install -y etcd-server, or use --registry memory")),
                        folder));
        Registries registries = Registries.overEtcd(etcd.url());
        registryDescription = registries.description();
        return registries;
    }

    private MeshAgents agents() {
        synchronized (parts) {
            if (agents == null) {
                throw new IllegalStateException("not started");
            }
            return agents;
        }
    }

    /** Notes a part to be closed; if we were closed meanwhile, closes it at once and gives up. */
    private <T extends AutoCloseable> T own(String name, T resource) {
        Part part = new Part(name, resource);
        synchronized (parts) {
            if (!closed) {
                parts.push(part);
                return resource;
            }
        }
        close(part);
        throw new LauncherException("interrupted while starting");
    }

    private void close(Part part) {
        try {
            part.resource().close();
        } catch (Exception e) {
            progress.warn("could not end " + part.name() + ": " + e);
        }
    }
}
