package io.millrace.tiered.clients;

import io.millrace.testkit.FreePorts;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.awaitility.Awaitility;

/**
 * What a cluster's only broker says over JMX: the plugin's numbers, and what its threads do.
 *
 * @param port where the broker's JVM serves them on the loopback address
 */
record BrokerBeans(int port) {

    /** Lets the brokers of a cluster that is not started yet serve their beans. */
    static BrokerBeans of(KafkaCluster cluster) {
        int port = FreePorts.some(1).get(0);
        cluster.jvmOptions(
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Dcom.sun.management.jmxremote.port=" + port,
                "-Dcom.sun.management.jmxremote.rmi.port=" + port,
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false");
        return new BrokerBeans(port);
    }

    /** A question to the broker's JVM. */
    @FunctionalInterface
    private interface Question<T> {

        T ask(MBeanServerConnection broker) throws IOException, JMException;
    }

    /** An attribute of a bean {@code millrace.tiered:type=…}. */
    double number(String type, String attribute) {
        String name = "millrace.tiered:type=" + type;
        return answer(name + " " + attribute, broker -> ((Number) broker.getAttribute(new ObjectName(name), attribute))
                .doubleValue());
    }

    /** What all threads of the broker do at this moment. */
    List<ThreadInfo> threads() {
        return answer("threads", broker -> {
            ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                    broker, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return List.of(threads.dumpAllThreads(false, false));
        });
    }

    @SuppressWarnings("BanJNDI") // a broker of the test's own, on the loopback address
    private <T> T answer(String what, Question<T> question) {
        String url = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi";
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(url))) {
            return question.ask(connector.getMBeanServerConnection());
        } catch (IOException | JMException e) {
            throw new IllegalStateException("the broker does not say: " + what, e);
        }
    }

    /** Waits until an attribute is at least so much. */
    void await(String type, String attribute, double least) {
        Awaitility.await(type + " " + attribute + " >= " + least)
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> number(type, attribute) >= least);
    }
}
