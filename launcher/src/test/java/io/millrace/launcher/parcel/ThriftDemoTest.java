package io.millrace.launcher.parcel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThriftDemoTest {

    @Test
    void allBytesAreEqual() {
        List<String> steps = new ArrayList<>();
        ParcelResult result = new ThriftDemo(50, Seeds.seed("ThriftDemoTest"), steps::add).run();

        assertThat(result.firstError()).isNull();
        assertThat(result.right()).isEqualTo(50);
        assertThat(result.isPerfect()).isTrue();
        assertThat(result.bytes()).isGreaterThan(50 * 40);
        assertThat(result.ourNanos()).isPositive();
        assertThat(result.theirNanos()).isPositive();
        assertThat(steps).containsExactly("Having Apache Thrift read and write 50 messages of our codec");
    }
}
