package io.millrace.tiered.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that the plugin wrote, whole and damaged in every way. */
@Tag("once")
class ColdCheckTest {

    private static final int LENGTH = 3 * SampleCold.CHUNK_BYTES + 1234;
    private static final int FLIPS = 200;

    private final Random random = Seeds.random("cold check");
    private final SampleCold cold;
    private final RemoteLogSegmentMetadata segment;

    ColdCheckTest(@TempDir Path folder) throws Exception {
        cold = new SampleCold(folder, random);
        segment = cold.copy("orders", 0, 100, 5 << 20, LENGTH);
    }

    @Test
    void whatThePluginWroteIsSound() throws Exception {
        DirectoryReport report = check();

        assertThat(report.isSound()).isTrue();
        assertThat(report.damages()).isEmpty();
        assertThat(report.leftOvers()).isEmpty();
        assertThat(report.segments())
                .extracting(held -> held.range().firstOffset())
                .containsExactly(0L, 100L, 200L);
        assertThat(report.segments()).allMatch(HeldSegment::sound);
        assertThat(report.segments().get(2).identity().topic()).isEqualTo("orders");
        assertThat(report.bytes()).isGreaterThan(100 + (5 << 20) + LENGTH);
    }

    @Test
    void everyFlippedBitIsFound() throws Exception {
        for (int i = 0; i < FLIPS; i++) {
            Path file = i % 2 == 0 ? cold.data(segment) : cold.manifest(segment);
            long at = random.nextInt((int) Files.size(file));
            int bit = random.nextInt(8);
            SampleCold.flip(file, at, bit);
            SegmentCheck.Outcome outcome = look();

            assertThat(outcome.damages())
                    .as("bit %d of byte %d of %s", bit, at, file)
                    .isNotEmpty();
            SampleCold.flip(file, at, bit);
        }
        assertThat(look().damages()).isEmpty();
    }

    @Test
    void aDamagedChunkIsNamedWithItsBytesAndItsSegment() throws Exception {
        SampleCold.flip(cold.data(segment), SampleCold.CHUNK_BYTES + 7, 0);

        DirectoryReport report = check();

        assertThat(report.damageCount()).isEqualTo(1);
        assertThat(report.damages().get(0).toString())
                .contains("crc32c differs in chunk 1, bytes 65536 to 131071")
                .contains(cold.data(segment).toString())
                .contains("orders-0")
                .contains(segment.remoteLogSegmentId().id().toString());
        assertThat(report.segments().get(2).sound()).isFalse();
        assertThat(report.segments().get(1).sound()).isTrue();
    }

    @Test
    void filesThatAreShortOrLongOrMissingAreDamages() throws Exception {
        cut(cold.data(segment), LENGTH - 1);
        assertThat(check().damages()).singleElement().asString().contains("length is " + (LENGTH - 1));
        Files.delete(cold.data(segment));
        assertThat(check().damages()).singleElement().asString().contains("data is missing");

        for (long length : List.of(0L, 100L, 135L, 4095L, 4096L, 4100L, Files.size(cold.manifest(segment)) - 1)) {
            byte[] whole = Files.readAllBytes(cold.manifest(segment));
            cut(cold.manifest(segment), length);
            assertThat(look().damages()).as("manifest of %d bytes", length).isNotEmpty();
            Files.write(cold.manifest(segment), whole);
        }
    }

    @Test
    void aManifestUnderAnotherNameIsADamage() throws Exception {
        RemoteLogSegmentMetadata other = cold.copy("orders", 0, 100);
        Files.copy(cold.manifest(segment), cold.manifest(other), StandardCopyOption.REPLACE_EXISTING);

        assertThat(check().damages()).singleElement().asString().contains("it is that of orders-0");
    }

    @Test
    void whatIsUnfinishedIsALeftOverAndNoDamage() throws Exception {
        Path unfinished = cold.data(segment).resolveSibling("AAAAAAAAAAAAAAAAAAAAAA.data.new");
        Path alone = cold.data(segment).resolveSibling("AAAAAAAAAAAAAAAAAAAAAA.data");
        Files.write(unfinished, new byte[5]);
        Files.write(alone, new byte[6]);
        Files.write(cold.data(segment).resolveSibling("notes.txt"), new byte[7]);

        DirectoryReport report = check();

        assertThat(report.isSound()).isTrue();
        assertThat(report.leftOvers()).containsExactlyInAnyOrder(new LeftOver(unfinished, 5), new LeftOver(alone, 6));
    }

    @Test
    void aSegmentThatIsDeletedMeanwhileIsGoneAndNoDamage() throws Exception {
        SegmentCheck check = new SegmentCheck(bytes -> {
            delete(cold.manifest(segment));
            delete(cold.data(segment));
        });

        SegmentCheck.Outcome outcome = check.check(found());

        assertThat(outcome.gone()).isTrue();
        assertThat(outcome.damages()).isEmpty();
    }

    @Test
    void aSegmentThatIsReplacedMeanwhileIsLookedAtAgain() throws Exception {
        byte[] data = Files.readAllBytes(cold.data(segment));
        byte[] manifest = Files.readAllBytes(cold.manifest(segment));
        SampleCold.flip(cold.data(segment), 5, 5);
        int[] reads = {0};
        SegmentCheck check = new SegmentCheck(bytes -> {
            reads[0]++;
            if (reads[0] == 3) {
                // The data has been read, damaged; now the broker puts its repaired copy in place.
                replace(cold.data(segment), data);
                replace(cold.manifest(segment), manifest);
            }
        });

        SegmentCheck.Outcome outcome = check.check(found());

        assertThat(outcome.damages()).isEmpty();
        assertThat(reads[0]).isGreaterThan(3);
    }

    @Test
    void aDirectoryWithoutAMarkIsRefused(@TempDir Path empty) {
        assertThatThrownBy(() -> new ColdCheck(List.of(empty), Long.MAX_VALUE).run((done, total) -> {}))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("no cold directory: " + empty)
                .hasMessageContaining("cold-id");
    }

    @Test
    void progressReachesTheWhole() throws Exception {
        // Slow enough to be heard of: six megabytes at twenty a second.
        long[] heard = new long[2];
        new ColdCheck(List.of(cold.directory), 10 << 20).run((done, total) -> {
            heard[0] = Math.max(heard[0], done);
            heard[1] = total;
        });

        assertThat(heard[1]).isGreaterThan(5 << 20);
        assertThat(heard[0]).isPositive().isLessThanOrEqualTo(2 * heard[1]);
    }

    private DirectoryReport check() throws InterruptedException {
        return new ColdCheck(List.of(cold.directory), Long.MAX_VALUE)
                .run((done, total) -> {})
                .get(0);
    }

    private SegmentCheck.Outcome look() throws InterruptedException {
        return new SegmentCheck(bytes -> {}).check(found());
    }

    private ColdListing.Found found() {
        return ColdListing.of(cold.directory).segments().stream()
                .filter(found -> found.identity()
                        .id()
                        .equals(segment.remoteLogSegmentId().id()))
                .findFirst()
                .orElseThrow();
    }

    private static void cut(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private static void delete(Path file) {
        assertThat(file.toFile().delete() || !file.toFile().exists()).isTrue();
    }

    private static void replace(Path file, byte[] bytes) {
        try {
            Path made = file.resolveSibling(file.getFileName() + ".new");
            Files.write(made, bytes);
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
