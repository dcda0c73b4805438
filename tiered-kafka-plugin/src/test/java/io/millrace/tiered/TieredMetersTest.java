package io.millrace.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.meter.JmxMeters;
import io.millrace.tiered.rate.WaitingClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names are a promise: dashboards and the Micrometer binder know them. */
class TieredMetersTest {

    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theBeansAndTheirAttributesAreThese() throws Exception {
        TieredCounters counters = new TieredCounters();
        Map<String, String> properties = Map.of(
                "cold.directories",
                Files.createDirectory(folder.resolve("cold")).toString(),
                "log.dirs",
                Files.createDirectory(folder.resolve("logs")).toString());
        try (TieredParts parts = TieredParts.open(
                properties, TieredConfig.of(properties), ColdFiles.local(), WaitingClock.system(), counters)) {
            assertThat(new TreeSet<>(parts.meters().names()))
                    .containsExactly(
                            "copies bytes-copied-total",
                            "copies copy-failures-total",
                            "copies replica-bytes-copied-total",
                            "copies replicas-copied-total",
                            "copies segments-copied-total",
                            "copies segments-deleted-total",
                            "disks out-of-service",
                            "flush failures-total",
                            "flush forced-bytes-total",
                            "flush forces-total",
                            "placement moves-pending",
                            "placement moves-total",
                            "reads bytes-fetched-total",
                            "reads chunks-kept-total",
                            "reads chunks-read-total",
                            "reads damaged-total",
                            "reads fetches-total",
                            "reads hdd-read-share",
                            "reads interrupted-total",
                            "reads peer-bytes-fetched-total",
                            "reads peer-fetches-total",
                            "reads reads-total",
                            "reads ssd-hit-share",
                            "replicas segments-missing",
                            "space capacity-bytes",
                            "space cutoff-age-ms",
                            "space evicted-bytes-total",
                            "space evictions-total",
                            "space headroom-bytes",
                            "space held-back-partitions",
                            "space high-bytes",
                            "space low-bytes",
                            "space not-gated-topics",
                            "space used-bytes",
                            "space write-bytes-per-second");
            counters.copied(false, 1234);
            counters.firstByte(TimeUnit.MILLISECONDS.toNanos(60));
            assertThat(number("type=copies", "bytes-copied-total")).isEqualTo(1234.0);
            assertThat(number("type=reads,band=3", "reads-total")).isEqualTo(1.0);
            assertThat(number("type=space", "evictions-total")).as("no watcher").isEqualTo(-1.0);
            assertThat(number("type=disks", "out-of-service")).isEqualTo(0.0);
            for (String name : parts.meters().names()) {
                assertThat(name).matches("[a-z]+ [a-z-]+");
            }
        }
        assertThat(BEANS.queryNames(new ObjectName(JmxMeters.DOMAIN + ":*"), null))
                .as("they go with the storage")
                .isEmpty();
    }

    @Test
    void bandsTellShortReadsFromLongOnes() {
        TieredCounters counters = new TieredCounters();
        for (long millis : new long[] {0, 9, 10, 49, 99, 100, 499, 500, 60_000}) {
            counters.firstByte(TimeUnit.MILLISECONDS.toNanos(millis));
        }
        assertThat(counters.bands.stream().map(Number::intValue).toList()).containsExactly(2, 2, 1, 2, 2);
    }

    private static Object number(String bean, String attribute) throws Exception {
        Set<ObjectName> found = BEANS.queryNames(new ObjectName(JmxMeters.DOMAIN + ":" + bean), null);
        assertThat(found).as(bean).hasSize(1);
        return BEANS.getAttribute(found.iterator().next(), attribute);
    }
}
