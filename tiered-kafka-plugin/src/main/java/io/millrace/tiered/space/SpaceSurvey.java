package io.millrace.tiered.space;

import io.millrace.tiered.SpaceMark;
import io.millrace.tiered.replica.PartitionLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;

/**
 * Looks at the fast disks.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> {@link IOException} if a disk, a log or Kafka cannot be asked now: what was not seen may be what must not be reached.
 *
 * @param directories of logs that the marks count for
 */
record SpaceSurvey(
        List<Path> directories,
        SpaceMark high,
        SpaceMark low,
        PartitionLooks looks,
        BrokerSettings settings,
        Clock clock) {

    private static final int TRIES_MAX = 3;

    SpaceSurvey {
        directories = List.copyOf(directories);
        Objects.requireNonNull(looks, "looks");
    }

    Survey look(BrokerSettings.Values values) throws IOException {
        List<PartitionLook> seen = looks(looks);
        Set<String> names = new TreeSet<>();
        seen.forEach(look -> names.add(look.partition().topic()));
        List<DirectoryUse> uses = new ArrayList<>();
        for (Path directory : directories) {
            if (Files.isDirectory(directory)) {
                uses.add(DirectoryScan.use(directory, high, low));
            }
        }
        return new Survey(clock.millis(), values, settings.topics(names), uses, seen);
    }

    /** All partitions, by their names. */
    static List<PartitionLook> looks(PartitionLooks of) throws IOException {
        List<PartitionLook> seen = new ArrayList<>();
        for (TopicIdPartition partition : of.partitions()) {
            look(of, partition).ifPresent(seen::add);
        }
        seen.sort(Comparator.comparing(PartitionLook::name));
        return seen;
    }

    private static Optional<PartitionLook> look(PartitionLooks of, TopicIdPartition partition) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return of.look(partition);
            } catch (RemoteStorageException | RetriableException e) {
                throw new IOException("copies are not known: partition=" + partition, e);
            } catch (NoSuchFileException e) {
                // Kafka has deleted or rolled a segment meanwhile.
                if (i == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }
}
