package io.millrace.benchmark.mesh;

import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.Loopback;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Our side: one consumer agent and three provider agents, weighted 1:2:3, each a JVM of its own.
 *
 * <p>The agents are the executable jar as a user gets it, told by properties what to do.
 */
final class MillraceAgents implements AutoCloseable {
    private static final String SERVICE = "io.millrace.sample.HashService";
    private static final int CAPACITY = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private final Children children;
    private final AgentOptions options;
    private final AgentJvm jvm;
    private final Path jar;
    private final List<Child> started = new ArrayList<>();

    MillraceAgents(Children children, AgentOptions options, AgentJvm jvm, Path jar) {
        this.children = children;
        this.options = options;
        this.jvm = jvm;
        this.jar = jar;
    }

    /** Starts all four in front of these Dubbo providers and waits until a call is answered rightly. */
    Contender start(String run, List<Integer> providerPorts) throws IOException, InterruptedException {
        List<Integer> ports = Loopback.freePorts(1 + providerPorts.size());
        List<Long> providers = new ArrayList<>();
        for (int i = 0; i < providerPorts.size(); i++) {
            Map<String, String> properties = provider(i, ports.get(1 + i), providerPorts.get(i));
            providers.add(launch(run + "-provider-agent-" + (i + 1), properties).pid());
        }
        Child consumer = launch(run + "-consumer-agent", consumer(ports));
        URI url = URI.create("http://127.0.0.1:" + ports.get(0) + "/");
        FirstCall.await(url, PATIENCE, consumer);
        return new Contender(Contender.OURS, url, List.of(consumer.pid()), providers, jvm.version());
    }

    private Child launch(String name, Map<String, String> properties) throws IOException {
        properties.putAll(options.variants());
        Child child = children.start(name, Map.of(), jvm.command(jar, AgentOptions.asArguments(properties)));
        started.add(child);
        return child;
    }

    private Map<String, String> provider(int index, int port, int providerPort) {
        Map<String, String> properties = role("provider", port);
        properties.put("millrace.mesh.provider.address", "127.0.0.1:" + providerPort);
        String service = "millrace.mesh.provider.services[0].";
        properties.put(service + "interface-name", SERVICE);
        properties.put(service + "protocol", "dubbo");
        properties.put(service + "serialization", options.serialization());
        properties.put(service + "weight", Integer.toString(index + 1));
        properties.put(service + "capacity", Integer.toString(CAPACITY));
        return properties;
    }

    private Map<String, String> consumer(List<Integer> ports) {
        Map<String, String> properties = role("consumer", ports.get(0));
        if (options.etcd() == null) {
            String service = "millrace.mesh.registry.fixed.services[0].";
            properties.put(service + "interface-name", SERVICE);
            for (int i = 1; i < ports.size(); i++) {
                properties.put(
                        service + "endpoints[" + (i - 1) + "]",
                        "127.0.0.1:" + ports.get(i) + ";weight=" + i + ";capacity=" + CAPACITY + ";serialization="
                                + options.serialization());
            }
        }
        return properties;
    }

    private Map<String, String> role(String role, int port) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("millrace.mesh.role", role);
        properties.put("millrace.mesh.listen-address", "127.0.0.1:" + port);
        if (options.etcd() == null) {
            properties.put("millrace.mesh.registry.type", "fixed");
        } else {
            properties.put("millrace.mesh.registry.type", "etcd");
            properties.put(
                    "millrace.mesh.registry.etcd.endpoints[0]", options.etcd().toString());
        }
        properties.put("server.address", "127.0.0.1");
        properties.put("server.port", "0");
        return properties;
    }

    /** Ends the agents, the consumer's first. */
    @Override
    public void close() {
        for (int i = started.size() - 1; i >= 0; i--) {
            children.end(started.get(i));
        }
        started.clear();
    }
}
