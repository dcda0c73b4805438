package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.load.Latencies;
import io.millrace.launcher.load.LoadResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
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
