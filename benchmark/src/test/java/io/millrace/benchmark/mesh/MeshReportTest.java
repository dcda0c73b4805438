package io.millrace.benchmark.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.benchmark.BenchRow;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class MeshReportTest {
    private static final String LINE =
            "{\"callsPerSecond\":1000.0,\"ok\":1000,\"okInAll\":1500,\"wrong\":1,\"refused\":{\"503\":2},"
                    + "\"malformed\":3,\"lost\":4,\"p50Micros\":1500.0,\"p99Micros\":2500.0,\"driverCpuMicros\":5000,"
                    + "\"processes\":{\"1\":{\"cpuMicros\":20000,\"residentKib\":204800},"
                    + "\"2\":{\"cpuMicros\":6000,\"residentKib\":1024},\"3\":{\"cpuMicros\":7000,\"residentKib\":1024}}}";
    private static final Contender OURS =
            new Contender(Contender.OURS, URI.create("http://127.0.0.1:1/"), List.of(1L), List.of(2L, 3L), "25");

    private final SampleBook book = new SampleBook();
    private final MeshReport report = new MeshReport(book, "25.0.3");

    @Test
    void readsTheDriversLine() {
        Sample sample = Sample.of(LINE, OURS, 50);

        assertThat(sample.consumerCpuMicrosPerCall()).isEqualTo(20);
        assertThat(sample.providersCpuMicrosPerCall()).isEqualTo(13);
        assertThat(sample.cpuMicrosPerCall()).isEqualTo(33);
        assertThat(sample.wrongAnswers()).isEqualTo(10);
        assertThat(sample.p50Millis()).isEqualTo(1.5);
        assertThat(sample.consumerMib()).isEqualTo(200);
        assertThat(sample.allMib()).isEqualTo(202);
        assertThat(sample.beyondIdleMib()).isEqualTo(150);
        assertThat(sample.withAllocatedBytes(3000).allocatedBytesPerCall()).isEqualTo(2);
    }

    @Test
    void hasOneRowForEachMetricAndPeerWithTheMedianOfTheRounds() {
        book.expectPeer("nginx-pair");
        book.expectPeer("other");
        for (double calls : new double[] {10, 30, 20}) {
            book.add(MeshCase.SATURATION_512, Contender.OURS, sample(calls));
            book.add(MeshCase.SATURATION_512, "nginx-pair", sample(calls / 2));
        }
        book.fail(MeshCase.SATURATION_512, "other", "gone");

        List<BenchRow> rows = report.rows(List.of(MeshCase.SATURATION_512));

        BenchRow calls = row(rows, "calls_per_s", "nginx-pair");
        assertThat(calls.ours()).isEqualTo(20);
        assertThat(calls.peer()).isEqualTo(10);
        assertThat(calls.ratio()).isEqualTo(2);
        assertThat(calls.note()).isEqualTo("ours 10.00..30.00 over 3; peer 5.000..15.00 over 3");
        assertThat(row(rows, "calls_per_s", "other").peer()).isNull();
        assertThat(row(rows, "calls_per_s", "other").note()).contains("peer failed: gone");
        assertThat(rows.stream().map(row -> row.metric() + row.peerName())).doesNotHaveDuplicates();
        assertThat(rows.stream().filter(row -> row.metric().equals("rss_beyond_idle_mib")))
                .singleElement()
                .satisfies(row -> assertThat(row.peerName()).isNull());
    }

    @Test
    void hasRowsWithoutPeerForRealDubbo() {
        book.expectPeer("nginx-pair");
        book.add(MeshCase.DUBBO_SLEEP50_512, Contender.OURS, sample(10));

        List<BenchRow> rows = report.rows(List.of(MeshCase.DUBBO_SLEEP50_512));

        assertThat(rows).allSatisfy(row -> {
            assertThat(row.peerName()).isNull();
            assertThat(row.note()).contains("nginx cannot speak Dubbo");
        });
    }

    private static BenchRow row(List<BenchRow> rows, String metric, String peer) {
        return rows.stream()
                .filter(row -> row.metric().equals(metric) && peer.equals(row.peerName()))
                .findFirst()
                .orElseThrow();
    }

    private static Sample sample(double calls) {
        return new Sample(calls, 1, 1, 1, 1, 0, 1, 1, 1, Double.NaN, 1, 1);
    }

    @Test
    void readsAPeer() {
        Contender peer = new ExternalPeer().convert("article=http://127.0.0.1:20000,11,12,13");
        assertThat(peer.name()).isEqualTo("article");
        assertThat(peer.url()).isEqualTo(URI.create("http://127.0.0.1:20000"));
        assertThat(peer.consumer()).containsExactly(11L);
        assertThat(peer.providers()).containsExactly(12L, 13L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "x=http://h:1/", "=http://h:1/,1", "x=http://h:1/,one", "x=::,1"})
    void saysWhatAPeerLooksLike(String wrong) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new ExternalPeer().convert(wrong))
                .withMessageContaining("NAME=URL,PID");
    }

    @Test
    void sumsTheAllocationOfAllThreads() {
        String dump =
                """
                "a" #1 cpu=1.00ms elapsed=2.00s allocated=100B defined_classes=0 tid=1
                "b" #2 cpu=1.00ms elapsed=2.00s allocated=3K defined_classes=0 tid=1
                "c" #3 cpu=1.00ms elapsed=2.00s allocated=2M defined_classes=0 tid=1
                "GC" os_prio=0 cpu=1ms
                """;
        assertThat(AllocationProbe.sum(dump)).isEqualTo(100 + 3 * 1024 + 2 * 1024 * 1024);
    }
}
