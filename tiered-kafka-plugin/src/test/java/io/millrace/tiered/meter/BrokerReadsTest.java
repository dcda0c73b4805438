package io.millrace.tiered.meter;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BrokerReadsTest {

    private static final Offset<Double> NEAR = Offset.offset(1e-9);

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final BrokerReads reads = new BrokerReads(server);

    /** As Kafka's counters are. */
    public interface MeterMBean {
        long getCount();
    }

    /** A counter that stands. */
    public static final class Meter implements MeterMBean {

        private final long count;

        Meter(long count) {
            this.count = count;
        }

        @Override
        public long getCount() {
            return count;
        }
    }

    @Test
    void nothingIsKnownBeforeTheFirstByte() throws Exception {
        assertThat(reads.coldShare()).isEqualTo(BrokerReads.UNKNOWN);
        add("BytesOutPerSec", 0);
        assertThat(reads.fastShare()).isEqualTo(BrokerReads.UNKNOWN);
    }

    @Test
    void allIsFromFastDisksUntilKafkaCountsOthers() throws Exception {
        add("BytesOutPerSec", 1000);
        assertThat(reads.coldShare()).isEqualTo(0.0);
        assertThat(reads.fastShare()).isEqualTo(1.0);
    }

    @Test
    void theSharesAreThoseOfConsumersBytes() throws Exception {
        add("BytesOutPerSec", 1000);
        add("RemoteFetchBytesPerSec", 250);
        assertThat(reads.coldShare()).isEqualTo(0.25, NEAR);
        assertThat(reads.fastShare()).isEqualTo(0.75, NEAR);
    }

    private void add(String name, long count) throws Exception {
        server.registerMBean(new Meter(count), new ObjectName("kafka.server:type=BrokerTopicMetrics,name=" + name));
    }
}
