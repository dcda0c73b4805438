package io.millrace.queue.boot;

import io.millrace.wal.Durability;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of one queue engine, as an operator writes them.
 *
 * @param directory where the queues are kept; without it no engine is opened
 * @param durability what is true when a put returns: page (in this process), os (survives a killed process), sync (survives a lost machine)
 * @param memory limit of all memory outside the heap: epochs, catalog, indexes, blocks that are read
 * @param epochSize size of one epoch, a power of two from 64KB to 1GB and at most a fifth of the memory; derived from the memory if not given. A directory keeps the one it was made with
 * @param messageSizeMax longest message, at most an eighth of an epoch; 1MB, or that eighth if it is less, if not given
 * @param queuesMax most queues that the directory may hold
 * @param patience longest wait of a call for memory or for the disk to catch up, before it fails
 * @param retention how long messages stay that nobody trims
 * @param mergeRate limit of the background merge's reads and writes a second; 400 million bytes if not given
 */
@ConfigurationProperties("millrace.queue")
public record QueueProperties(
        @Nullable Path directory,
        @DefaultValue("os") Durability durability,
        @DefaultValue("256MB") DataSize memory,
        @Nullable DataSize epochSize,
        @Nullable DataSize messageSizeMax,
        @DefaultValue("16777213") int queuesMax,
        @DefaultValue("10s") Duration patience,
        @DefaultValue Retention retention,
        @Nullable DataSize mergeRate) {

    /**
     * How long messages stay that nobody trims.
     *
     * @param age age beyond which messages go, with the sorted run that holds them; any if not given
     * @param bytes size of all sorted runs together beyond which the oldest go; any if not given
     */
    public record Retention(@Nullable Duration age, @Nullable DataSize bytes) {}
}
