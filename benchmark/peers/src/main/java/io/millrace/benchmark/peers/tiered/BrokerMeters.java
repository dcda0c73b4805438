package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.process.ProcessUsage;
import io.millrace.benchmark.slow.DeviceStat;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads the meters of a broker over JMX, of its process from the kernel, and of the slow disk's parts from the kernel. Not thread-safe. */
final class BrokerMeters implements AutoCloseable {
    private static final String TOPICS = "kafka.server:type=BrokerTopicMetrics,name=";

    private final JMXConnector connector;
    private final MBeanServerConnection broker;
    private final long pid;
    private final Path realtimeStat;
    private final Path lagStat;

    private BrokerMeters(
            JMXConnector connector, MBeanServerConnection broker, long pid, Path realtimeStat, Path lagStat) {
        this.connector = connector;
        this.broker = broker;
        this.pid = pid;
        this.realtimeStat = realtimeStat;
        this.lagStat = lagStat;
    }

    /** @param port of JMX on 127.0.0.1 */
    @SuppressWarnings("BanJNDI") // what answers there is the broker that we have started
    static BrokerMeters connect(int port, long pid, Path realtimeStat, Path lagStat) throws IOException {
        JMXConnector connector = JMXConnectorFactory.connect(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"));
        return new BrokerMeters(connector, connector.getMBeanServerConnection(), pid, realtimeStat, lagStat);
    }

    MeterReading read() throws IOException {
        try {
            return new MeterReading(
                    System.nanoTime(),
                    count("BytesInPerSec"),
                    count("BytesOutPerSec"),
                    count("RemoteFetchBytesPerSec"),
                    count("RemoteFetchBytesPerSec,topic=" + TrialTopics.REALTIME),
                    count("RemoteCopyBytesPerSec"),
                    DeviceStat.of(realtimeStat),
                    DeviceStat.of(lagStat),
                    ProcessUsage.of(pid),
                    gcMillis());
        } catch (JMException e) {
            throw new IOException("the broker's meters cannot be read: " + e, e);
        }
    }

    /** Of segments that are rolled and not copied. */
    long copyLagBytes() throws IOException {
        try {
            return number("RemoteCopyLagBytes", "Value");
        } catch (JMException e) {
            throw new IOException("the broker's meters cannot be read: " + e, e);
        }
    }

    private long count(String name) throws IOException, JMException {
        return number(name, "Count");
    }

    /** Kafka makes a meter when it has something to count for the first time. */
    private long number(String name, String attribute) throws IOException, JMException {
        try {
            return ((Number) broker.getAttribute(new ObjectName(TOPICS + name), attribute)).longValue();
        } catch (InstanceNotFoundException e) {
            return 0;
        }
    }

    private long gcMillis() throws IOException {
        long sum = 0;
        for (GarbageCollectorMXBean collector :
                ManagementFactory.getPlatformMXBeans(broker, GarbageCollectorMXBean.class)) {
            // What runs beside the program is not a pause; from Java 20 on G1 counts it here, too.
            if (!collector.getName().contains("Concurrent")) {
                sum += Math.max(0, collector.getCollectionTime());
            }
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
