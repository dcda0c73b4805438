package io.millrace.tiered.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;

/** The logs of this broker, by partition. <b>Threads.</b> Safe. */
public final class LocalLogs {

    private final List<Path> directories;

    /** In Kafka's {@code log.dirs}. */
    public LocalLogs(List<Path> directories) {
        this.directories = List.copyOf(directories);
    }

    /** The partition's log; empty if there is none, or one of another topic of that name. */
    public Optional<LocalLog> find(TopicIdPartition partition) throws IOException {
        String name = partition.topic() + "-" + partition.partition();
        for (Path directory : directories) {
            Path folder = directory.resolve(name);
            if (Files.isDirectory(folder)) {
                LocalLog log = new LocalLog(folder);
                if (log.isOf(partition.topicId())) {
                    return Optional.of(log);
                }
            }
        }
        return Optional.empty();
    }
}
