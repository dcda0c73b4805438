package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker whose plugin is told nonsense does not start, and says which property is wrong and what is expected. */
@Tag("once")
class WrongPropertiesIT {

    /** Formatted by its first start. */
    private static final KafkaCluster KAFKA = RunningBrokers.one();

    @AfterAll
    static void end() {
        KAFKA.close();
    }

    @ParameterizedTest
    @CsvSource({
        "cold.directories, '', absolute paths of existing directories",
        "cold.directories, /absent/cold, absolute paths of existing directories",
        "chunk.bytes, 100000, a power of two",
        "buffer.bytes, 64m, a number from",
        "rates.file, FILE, a readable file of rates",
    })
    void theBrokerSaysWhatIsWrong(String name, String value, String expected, @TempDir Path folder) throws IOException {
        Path rates = Files.writeString(folder.resolve("rates"), "copy.bytes.per.second=fast\n");
        String told = value.equals("FILE") ? rates.toString() : value;
        KafkaBroker broker = KAFKA.create().broker(1).property("rsm.config." + name, told);
        BrokerLog log = BrokerLog.of(broker);
        int status = broker.startToItsEnd();
        broker.withoutProperty("rsm.config." + name);
        assertThat(status).isNotZero();
        assertThat(log.says("rsm.config." + name, told, expected))
                .as("the log names rsm.config.%s=%s and what is expected: %s", name, told, broker.tail())
                .isTrue();
    }
}
