package io.millrace.wal.append;

import io.millrace.testkit.JcstressRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class AppendIT {

    @Test
    void whatTheCommitterPassesIsWhole() {
        JcstressRun.of(AppendStress.class)
                .iterations(1)
                .limit(Duration.ofMinutes(4))
                .run();
    }
}
