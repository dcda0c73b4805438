package io.millrace.launcher.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real children, one of them killed. */
@Timeout(240)
class SqlDemoIT {

    @Test
    void everyAcknowledgedRowOutlivesTheKill(@TempDir Path folder) throws Exception {
        List<String> steps = Collections.synchronizedList(new ArrayList<>());

        SqlResult result = new SqlDemo(4_980, 20261121, folder, steps::add).run();

        assertThat(result.firstError()).isNull();
        assertThat(result.isPerfect()).isTrue();
        assertThat(result.right()).isEqualTo(4_980);
        assertThat(result.acknowledged()).isGreaterThanOrEqualTo(1_992);
        assertThat(result.queries()).isGreaterThan(2_000);
        assertThat(result.latencies().count()).isPositive();
        assertThat(String.join("\n", steps))
                .contains("Inserting 4,980 rows by SQL")
                .contains("killed it with -9 after ")
                .contains(" rows are there and right; inserting the rest");
    }
}
