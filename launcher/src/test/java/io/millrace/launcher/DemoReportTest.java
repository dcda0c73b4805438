package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.broker.BrokerResult;
import io.millrace.launcher.load.Latencies;
import io.millrace.launcher.load.LoadResult;
import io.millrace.launcher.parcel.ParcelResult;
import io.millrace.launcher.queue.QueueResult;
import io.millrace.launcher.shop.SqlResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DemoReportTest {

    private static final Shares FAIR = shares(10, 20, 30);

    @Test
    void isGoodWhenEveryAnswerWasRightAndTheSharesHold() {
        DemoReport report = report(result(60, 0), FAIR);

        assertThat(report.isGood()).isTrue();
        assertThat(report.checkedCalls()).isEqualTo(60);
        assertThat(report.table())
                .contains("in memory")
                .contains("calls, 64 connections")
                .contains("share 16.7 %, expected 16.7 % within 3")
                .contains("every answer right");
    }

    @Test
    void isNotGoodWithoutAnyCall() {
        assertThat(new DemoReport("in memory").isGood()).isFalse();
    }

    @Test
    void isNotGoodWithOneWrongAnswer() {
        DemoReport report = report(result(59, 1), FAIR);

        assertThat(report.isGood()).isFalse();
        assertThat(report.table()).contains("first: call 3: status 502").contains("NOT GOOD");
    }

    @Test
    void isNotGoodWhenCallsWereNotSent() {
        LoadResult incomplete = new LoadResult(59, 0, 60, Duration.ofSeconds(1), latencies(), null);

        assertThat(report(incomplete, FAIR).isGood()).isFalse();
    }

    @Test
    void isNotGoodWhenAShareIsOff() {
        assertThat(report(result(60, 0), shares(20, 20, 20)).isGood()).isFalse();
    }

    @Test
    void isNotGoodWhenTheProvidersSawFewerCallsThanWereAnswered() {
        assertThat(report(result(60, 0), shares(9, 18, 27)).isGood()).isFalse();
    }

    @Test
    void looksAtSharesOnlyWhereTheyCount() {
        DemoReport report = new DemoReport("in memory");
        report.add(256, result(60, 0), shares(20, 20, 20), false);

        assertThat(report.isGood()).isTrue();
    }

    @Test
    void hasARowForTheMessages() {
        DemoReport report = report(result(60, 0), FAIR);
        report.add(messages(1_000_000, 0, null));

        assertThat(report.isGood()).isTrue();
        assertThat(report.table())
                .containsPattern("messages, 100,000 queues +1,000,000 +1,234,567/s +50.0 us +0 ")
                .contains("killed with -9 after 400,000, open again in 0.25 s, every message right");
    }

    @Test
    void isNotGoodWhenAMessageIsMissingOrWrong() {
        DemoReport missing = report(result(60, 0), FAIR);
        missing.add(messages(999_999, 0, null));
        DemoReport wrong = report(result(60, 0), FAIR);
        wrong.add(messages(999_999, 1, "wrong message: queue=demo-3, offset=1"));

        assertThat(missing.isGood()).isFalse();
        assertThat(missing.table()).contains("NOT GOOD").contains("every answer right");
        assertThat(wrong.isGood()).isFalse();
        assertThat(wrong.table()).contains("first: wrong message: queue=demo-3");
    }

    @Test
    void hasARowForTheRows() {
        DemoReport good = report(result(60, 0), FAIR);
        good.add(rows(50_000, null));
        DemoReport bad = report(result(60, 0), FAIR);
        bad.add(rows(49_999, "order is missing whose INSERT had returned: id=7"));

        assertThat(good.isGood()).isTrue();
        assertThat(good.table())
                .containsPattern("SQL rows, 2 tables +50,000 +9,876/s +2.0 ms +0 ")
                .contains("killed with -9 after 20,000, up again in 1.50 s, 2,409 queries right");
        assertThat(bad.isGood()).isFalse();
        assertThat(bad.table()).contains("first: order is missing whose INSERT had returned: id=7");
    }

    @Test
    void thriftMessagesThatCameBackOtherwiseAreNotGood() {
        DemoReport good = report(result(60, 0), FAIR);
        good.add(new ParcelResult(1_000, 1_000, 400_000, 2_500_000, 10_000_000, null));
        DemoReport bad = report(result(60, 0), FAIR);
        bad.add(new ParcelResult(1_000, 999, 400_000, 0, 0, "bytes differ from byte 7 on: compact, parcel 5"));

        assertThat(good.isGood()).isTrue();
        assertThat(good.table())
                .containsPattern("Thrift messages, 2 protocols +1,000 +400,000/s +0 ")
                .contains("read and written in 2.5 ms, by Apache Thrift in 10.0 ms, equal bytes");
        assertThat(bad.isGood()).isFalse();
        assertThat(bad.table()).contains("first: bytes differ from byte 7 on: compact, parcel 5");
    }

    @Test
    void recordsThatCameBackOtherwiseAreNotGood() {
        DemoReport good = report(result(60, 0), FAIR);
        good.add(records(30_000, 31, null));
        DemoReport missing = report(result(60, 0), FAIR);
        missing.add(records(29_999, 31, "30,000 records written, 29,999 read"));
        DemoReport unmoved = report(result(60, 0), FAIR);
        unmoved.add(records(30_000, 0, null));

        assertThat(good.isGood()).isTrue();
        assertThat(good.table()).contains("31 segments on the slow disk (30 MiB), 1 on the fast one, equal digests");
        assertThat(missing.isGood()).isFalse();
        assertThat(missing.table()).contains("first: 30,000 records written, 29,999 read");
        assertThat(unmoved.isGood()).isFalse();
        assertThat(unmoved.table()).contains("NOT GOOD: too few have moved");
    }

    private static BrokerResult records(long read, int cold, @Nullable String first) {
        Latencies sends = Latencies.copyOf(new long[] {5_000_000}, 1);
        return new BrokerResult(30_000, read, 1, cold, 30L << 20, 45_678, sends, first);
    }

    private static SqlResult rows(long right, @Nullable String first) {
        Latencies points = Latencies.copyOf(new long[] {2_000_000}, 1);
        Duration opening = Duration.ofMillis(1_500);
        return new SqlResult(50_000, right, 20_000, 2_409, first == null ? 0 : 1, 9_876, points, opening, first);
    }

    private static QueueResult messages(long right, long errors, @Nullable String first) {
        Latencies puts = Latencies.copyOf(new long[] {50_000}, 1);
        Duration opening = Duration.ofMillis(250);
        return new QueueResult(100_000, 1_000_000, right, 400_000, errors, 1_234_567, puts, opening, first);
    }

    private static DemoReport report(LoadResult result, Shares shares) {
        DemoReport report = new DemoReport("in memory");
        report.add(64, result, shares, true);
        return report;
    }

    private static Shares shares(long... calls) {
        return new Shares(List.of(1, 2, 3), LongStream.of(calls).boxed().toList());
    }

    private static LoadResult result(int right, int wrong) {
        String failure = wrong == 0 ? null : "call 3: status 502";
        return new LoadResult(right, wrong, right + wrong, Duration.ofSeconds(1), latencies(), failure);
    }

    private static Latencies latencies() {
        return Latencies.copyOf(new long[] {50_000_000}, 1);
    }
}
