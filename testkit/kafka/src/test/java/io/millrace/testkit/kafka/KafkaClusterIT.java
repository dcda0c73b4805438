package io.millrace.testkit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class KafkaClusterIT {

    private static final String TOPIC = "topic";

    /** What every test of three brokers does too, without saying that it is the cluster's fault. */
    @Test
    @Tag("long")
    void threeBrokersDoWithoutOneThatIsKilledOrEnds() throws Exception {
        Path directory;
        try (KafkaCluster kafka = KafkaCluster.of(3).start()) {
            create(kafka);
            write(kafka, "a");
            KafkaBroker leader = leader(kafka);
            directory = leader.directory();
            long pid = leader.pid();
            leader.kill();
            assertThat(leader.isRunning()).isFalse();
            write(kafka, "b");
            leader.start();
            assertThat(leader.pid()).isNotEqualTo(pid);
            leader(kafka).restart();
            write(kafka, "c");
            assertThat(read(kafka, 3)).containsExactly("a", "b", "c");
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void aBrokerThatCannotStartSaysWhy() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.of(1).property("num.io.threads", "none")) {
            assertThatThrownBy(kafka::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("num.io.threads");
            assertThat(Files.readString(kafka.broker(1).log())).contains("num.io.threads");
            assertThat(kafka.broker(1).startToItsEnd()).isNotZero();
            kafka.broker(1).property("num.io.threads", "2").start();
            create(kafka);
        }
    }

    private static void create(KafkaCluster kafka) throws Exception {
        kafka.admin()
                .createTopics(List.of(new NewTopic(TOPIC, Optional.of(1), Optional.empty())))
                .all()
                .get(1, TimeUnit.MINUTES);
    }

    private static KafkaBroker leader(KafkaCluster kafka) throws Exception {
        TopicDescription topic = kafka.admin()
                .describeTopics(List.of(TOPIC))
                .allTopicNames()
                .get(1, TimeUnit.MINUTES)
                .values()
                .iterator()
                .next();
        return kafka.broker(topic.partitions().get(0).leader().id());
    }

    private static void write(KafkaCluster kafka, String text) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap(), "request.timeout.ms", 5000),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, text)).get(1, TimeUnit.MINUTES);
        }
    }

    private static List<String> read(KafkaCluster kafka, int count) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(TOPIC, 0);
            consumer.assign(List.of(partition));
            consumer.seek(partition, 0);
            List<String> values = new ArrayList<>();
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (values.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }
}
