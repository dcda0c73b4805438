package io.millrace.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.launcher.LauncherException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real broker. */
@Tag("once")
@Timeout(240)
class BrokerDemoIT {

    private static final int RECORDS = 6_000;

    @TempDir
    private Path folder = Path.of("");

    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    @Test
    void everyRecordComesBackFromTheSlowDisk() throws Exception {
        BrokerPrograms programs = new BrokerPrograms(BrokerFiles.FOLDER, BrokerFiles.PLUGIN);

        BrokerResult result = new BrokerDemo(programs, RECORDS, 20261122, folder, steps::add).run();

        assertThat(result.firstError()).isNull();
        assertThat(result.isPerfect()).as("%s", result).isTrue();
        assertThat(result.read()).isEqualTo(RECORDS);
        assertThat(result.fastSegments()).isOne();
        assertThat(result.coldSegments()).isGreaterThan(3);
        assertThat(result.coldBytes()).isGreaterThan(3L << 20);
        assertThat(String.join("\n", steps)).contains("writing 6,000 records").contains("on the slow disk alone");
    }

    @Test
    void sayWhatIsMissing() {
        assertThatThrownBy(() -> new BrokerPrograms(folder.resolve("none"), BrokerFiles.PLUGIN))
                .isInstanceOf(LauncherException.class)
                .hasMessageContaining("no Kafka at " + folder.resolve("none"));
    }
}
