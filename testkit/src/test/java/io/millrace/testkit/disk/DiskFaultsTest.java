package io.millrace.testkit.disk;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Planned faults, on the simulated disk. */
@Tag("once")
final class DiskFaultsTest {

    private static final int UNIT = 4096;

    private final Random random = Seeds.random("DiskFaultsTest");
    private SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
    private SimulatedFiles files = disk.files();
    private final Path file = disk.root().resolve("file");

    private FileChannel open() throws IOException {
        return files.open(file, Set.of(READ, WRITE, CREATE));
    }

    @Test
    void theNthOperationFailsAndOnlyThat() throws IOException {
        FileChannel channel = open();
        disk.faults().fail(DiskOperation.WRITE, 2);
        assertThat(channel.write(ByteBuffer.allocate(5))).isEqualTo(5);
        assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(5)))
                .isInstanceOf(IOException.class)
                .hasMessage("Input/output error (planned: WRITE number 2)");
        assertThat(channel.size()).isEqualTo(5);
        assertThat(channel.write(ByteBuffer.allocate(5))).isEqualTo(5);
        assertThat(disk.faults().count(DiskOperation.WRITE)).isEqualTo(3);
    }

    @Test
    void lastingFaultsLastUntilCleared() throws IOException {
        FileChannel channel = open();
        disk.faults().failFrom(DiskOperation.FORCE, 1);
        assertThatThrownBy(() -> channel.force(false)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> channel.force(false)).isInstanceOf(IOException.class);
        disk.faults().clear().failAllFrom(2);
        channel.force(false);
        assertThatThrownBy(() -> files.list(disk.root())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
        disk.crash(random, CrashKind.KILL);
        assertThat(disk.files().list(disk.root())).containsExactly(file);
    }

    @Test
    void aShortWriteSaysSo() throws IOException {
        FileChannel channel = open();
        disk.faults().shortWrite(1);
        ByteBuffer bytes = ByteBuffer.allocate(10);
        assertThat(channel.write(bytes)).isEqualTo(5);
        assertThat(bytes.position()).isEqualTo(5);
        assertThat(channel.write(bytes)).isEqualTo(5);
        assertThat(channel.size()).isEqualTo(10);
    }

    @Test
    void spaceEndsAndComesBack() throws IOException {
        FileChannel channel = open();
        channel.write(ByteBuffer.allocate(UNIT));
        disk.faults().spaceLeft(2 * UNIT);
        assertThat(channel.write(ByteBuffer.allocate(5 * UNIT))).isEqualTo(2 * UNIT);
        assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(channel.write(ByteBuffer.allocate(3 * UNIT), 0)).isEqualTo(3 * UNIT);
        channel.truncate(2 * UNIT);
        assertThat(channel.write(ByteBuffer.allocate(2 * UNIT), 2 * UNIT)).isEqualTo(UNIT);
        FileChannel other = files.open(disk.root().resolve("other"), Set.of(WRITE, CREATE));
        assertThatThrownBy(() -> other.write(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
        files.delete(file);
        assertThat(other.write(ByteBuffer.allocate(4 * UNIT))).isEqualTo(3 * UNIT);
        disk.faults().clear();
        assertThat(other.write(ByteBuffer.allocate(UNIT))).isEqualTo(UNIT);
    }

    @Test
    void aForceAfterAFailedOneProvesNothing() throws IOException {
        boolean lost = false;
        boolean kept = false;
        for (int round = 0; round < 100; round++) {
            disk = SimulatedDisk.create(random.nextLong());
            files = disk.files();
            FileChannel channel = open();
            channel.write(ByteBuffer.allocate(2 * UNIT));
            channel.force(true);
            files.forceDirectory(disk.root());
            ByteBuffer mapped = files.map(channel, UNIT, UNIT);
            byte[] ones = new byte[UNIT];
            Arrays.fill(ones, (byte) -1);
            channel.write(ByteBuffer.wrap(ones), 0);
            mapped.put(0, ones);
            disk.faults().fail(DiskOperation.FORCE, 1);
            assertThatThrownBy(() -> channel.force(false)).isInstanceOf(IOException.class);
            channel.force(false);
            assertThat(disk.bytes(file)).doesNotContain(0);
            disk.crash(random, CrashKind.POWER_CUT);
            for (int at = 0; at < 2 * UNIT; at += UNIT) {
                lost |= disk.bytes(file)[at] == 0;
                kept |= disk.bytes(file)[at] != 0;
            }
        }
        assertThat(lost).isTrue();
        assertThat(kept).isTrue();
    }

    @Test
    void whatIsWrittenAgainAfterAFailedForceIsForced() throws IOException {
        FileChannel channel = open();
        channel.write(ByteBuffer.allocate(UNIT));
        files.forceDirectory(disk.root());
        disk.faults().fail(DiskOperation.FORCE, 1);
        assertThatThrownBy(() -> channel.force(false)).isInstanceOf(IOException.class);
        channel.write(ByteBuffer.wrap(new byte[] {7}), 5);
        channel.force(false);
        disk.crash(random, CrashKind.POWER_CUT);
        assertThat(disk.bytes(file)[5]).isEqualTo((byte) 7);
    }

    @Test
    void plansAreChecked() {
        assertThatThrownBy(() -> disk.faults().fail(DiskOperation.READ, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> disk.faults().spaceLeft(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> files.openDirect(file, Set.of(APPEND)))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void directAccessIsAligned() throws IOException {
        FileChannel channel = files.openDirect(file, Set.of(READ, WRITE, CREATE));
        ByteBuffer aligned = ByteBuffer.allocateDirect(3 * UNIT).alignedSlice(UNIT);
        assertThat(channel.write(aligned.slice(0, UNIT), UNIT)).isEqualTo(UNIT);
        assertThatThrownBy(() -> channel.write(aligned.slice(0, UNIT), 512)).hasMessageContaining("Invalid argument");
        assertThatThrownBy(() -> channel.write(aligned.slice(0, 512), 0)).hasMessageContaining("not aligned");
        assertThatThrownBy(() -> channel.write(aligned.slice(8, UNIT), 0)).hasMessageContaining("not aligned");
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(UNIT), 0)).hasMessageContaining("not aligned");
    }
}
