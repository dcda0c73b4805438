package io.millrace.tiered.clients;

import io.millrace.testkit.FreePorts;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.time.Duration;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.awaitility.Awaitility;

/**
 * Numbers of the plugin in the JMX of a cluster's only broker.
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

    /** An attribute of a bean {@code millrace.tiered:type=…}. */
    @SuppressWarnings("BanJNDI") // a broker of the test's own, on the loopback address
    double number(String type, String attribute) {
        String url = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi";
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(url))) {
            ObjectName bean = new ObjectName("millrace.tiered:type=" + type);
            return ((Number) connector.getMBeanServerConnection().getAttribute(bean, attribute)).doubleValue();
        } catch (IOException | JMException e) {
            throw new IllegalStateException("no such number: type=" + type + " attribute=" + attribute, e);
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
