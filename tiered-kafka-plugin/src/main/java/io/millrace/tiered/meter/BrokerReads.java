package io.millrace.tiered.meter;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Which part of what a broker gives to consumers comes from cold disks, by Kafka's own counters since the broker's start. <b>Threads.</b> Safe. */
public final class BrokerReads {

    /** Where the broker has not counted yet. */
    public static final double UNKNOWN = -1;

    private static final String COUNTERS = "kafka.server:type=BrokerTopicMetrics,name=";
    private static final String ALL = COUNTERS + "BytesOutPerSec";
    private static final String COLD = COUNTERS + "RemoteFetchBytesPerSec";

    private final MBeanServer server;

    /** Of the broker in this process. */
    public BrokerReads() {
        this(ManagementFactory.getPlatformMBeanServer());
    }

    /** Of the broker whose beans these are. */
    BrokerReads(MBeanServer server) {
        this.server = server;
    }

    /** From 0 to 1; {@link #UNKNOWN} before the first byte. */
    public double coldShare() {
        double all = count(ALL);
        double cold = Math.max(0, count(COLD));
        // Kafka reads whole batches from cold disks, and may give fewer.
        return all <= 0 ? UNKNOWN : Math.min(1, cold / all);
    }

    /** The rest. */
    public double fastShare() {
        double cold = coldShare();
        return cold == UNKNOWN ? UNKNOWN : 1 - cold;
    }

    private double count(String bean) {
        try {
            Object count = server.getAttribute(new ObjectName(bean), "Count");
            return count instanceof Number number ? number.doubleValue() : UNKNOWN;
        } catch (JMException none) {
            return UNKNOWN;
        }
    }
}
