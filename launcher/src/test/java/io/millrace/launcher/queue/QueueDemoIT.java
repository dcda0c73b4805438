package io.millrace.launcher.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real children, one of them killed. */
@Timeout(180)
class QueueDemoIT {

    @Test
    void everyAcknowledgedMessageOutlivesTheKill(@TempDir Path folder) throws Exception {
        List<String> steps = Collections.synchronizedList(new ArrayList<>());

        QueueResult result = new QueueDemo(200_000, 20261121, folder, steps::add).run();

        assertThat(result.firstError()).isNull();
        assertThat(result.isPerfect()).isTrue();
        assertThat(result.right()).isEqualTo(200_000);
        assertThat(result.queues()).isEqualTo(20_000);
        assertThat(result.acknowledged()).isGreaterThanOrEqualTo(80_000);
        assertThat(result.latencies().count()).isPositive();
        assertThat(result.ratePerSecond()).isPositive();
        assertThat(String.join("\n", steps))
                .contains("Putting 200,000 messages into 20,000 queues")
                .contains("killed it with -9 after ")
                .contains(" messages are there and right; putting the rest");
        assertThat(Files.readString(folder.resolve("queue-writer.log"))).doesNotContain("DONE");
        assertThat(Files.readString(folder.resolve("queue-finisher.log"))).endsWith("DONE\n");
    }
}
