package io.millrace.memory.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.MemoryException;
import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link StorageFiles} does, whether a machine's file system is behind it or a simulated disk. */
abstract class StorageFilesContract {

    private static final Set<OpenOption> FRESH = Set.of(READ, WRITE, CREATE_NEW);

    private StorageFiles files = StorageFiles.local();
    private Path folder = Path.of("");

    /** The one under test. */
    abstract StorageFiles files();

    /** A folder of its own for a test. It exists. */
    abstract Path folder() throws IOException;

    @BeforeEach
    void takeFolder() throws IOException {
        files = files();
        folder = folder();
    }

    @Test
    void bytesWrittenAreReadAfterReopening() throws IOException {
        Path file = folder.resolve("a");
        try (FileChannel channel = files.open(file, FRESH)) {
            assertThat(channel.write(ascii("hello"))).isEqualTo(5);
            assertThat(channel.position()).isEqualTo(5);
            assertThat(channel.write(ascii("J"), 0)).isEqualTo(1);
            assertThat(channel.position()).isEqualTo(5);
            channel.force(false);
        }
        try (FileChannel channel = files.open(file, Set.of(READ))) {
            assertThat(channel.size()).isEqualTo(5);
            ByteBuffer got = ByteBuffer.allocate(8);
            assertThat(channel.read(got)).isEqualTo(5);
            assertThat(channel.read(got)).isEqualTo(-1);
            assertThat(new String(got.array(), 0, 5, US_ASCII)).isEqualTo("Jello");
            assertThat(channel.read(got.clear(), 4)).isEqualTo(1);
            assertThat(channel.read(got, 5)).isEqualTo(-1);
        }
    }

    @Test
    void aWriteBehindTheEndLeavesZeros() throws IOException {
        try (FileChannel channel = files.open(folder.resolve("a"), FRESH)) {
            channel.write(ascii("x"), 10_000);
            assertThat(channel.size()).isEqualTo(10_001);
            ByteBuffer got = ByteBuffer.allocate(10_001);
            assertThat(channel.read(got, 0)).isEqualTo(10_001);
            assertThat(got.get(9_999)).isZero();
            assertThat(got.get(10_000)).isEqualTo((byte) 'x');
            channel.truncate(5_000);
            assertThat(channel.size()).isEqualTo(5_000);
            channel.write(ascii("y"), 10_000);
            assertThat(channel.read(got.clear(), 0)).isEqualTo(10_001);
            assertThat(got.get(10_000)).isEqualTo((byte) 'y');
            assertThat(got.get(5_000)).isZero();
        }
    }

    @Test
    void buffersAreScatteredAndGathered() throws IOException {
        try (FileChannel channel = files.open(folder.resolve("a"), FRESH)) {
            ByteBuffer[] parts = {ascii("ab"), ascii(""), ascii("cdef")};
            assertThat(channel.write(parts)).isEqualTo(6);
            channel.position(1);
            ByteBuffer[] got = {ByteBuffer.allocate(2), ByteBuffer.allocateDirect(8)};
            assertThat(channel.read(got)).isEqualTo(5);
            assertThat(got[0].get(0)).isEqualTo((byte) 'b');
            assertThat(got[1].get(2)).isEqualTo((byte) 'f');
            assertThat(got[1].position()).isEqualTo(3);
        }
    }

    @Test
    void optionsMeanWhatTheyMean() throws IOException {
        Path file = folder.resolve("a");
        assertThatThrownBy(() -> files.open(file, Set.of(READ))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> files.open(file, Set.of(READ, WRITE))).isInstanceOf(NoSuchFileException.class);
        assertThat(files.exists(file)).isFalse();
        write(file, "abc");
        assertThat(files.exists(file)).isTrue();
        assertThatThrownBy(() -> files.open(file, FRESH)).isInstanceOf(FileAlreadyExistsException.class);
        files.open(file, Set.of(WRITE, CREATE)).close();
        try (FileChannel channel = files.open(file, Set.of(READ, WRITE, CREATE))) {
            assertThat(channel.size()).isEqualTo(3);
        }
        try (FileChannel channel = files.open(file, Set.of(WRITE, TRUNCATE_EXISTING))) {
            assertThat(channel.size()).isZero();
        }
        assertThatThrownBy(() -> files.open(folder.resolve("no").resolve("a"), FRESH))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void channelsDoWhatTheyWereOpenedFor() throws IOException {
        Path file = folder.resolve("a");
        write(file, "abc");
        try (FileChannel channel = files.open(file, Set.of(READ))) {
            assertThatThrownBy(() -> channel.write(ascii("x"))).isInstanceOf(NonWritableChannelException.class);
        }
        try (FileChannel channel = files.open(file, Set.of(WRITE))) {
            assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1)))
                    .isInstanceOf(NonReadableChannelException.class);
            channel.close();
            assertThatThrownBy(channel::size).isInstanceOf(ClosedChannelException.class);
        }
    }

    @Test
    void aMappingAndItsFileAreOne() throws IOException {
        Path file = folder.resolve("a");
        try (FileChannel channel = files.open(file, FRESH)) {
            channel.write(ByteBuffer.allocate(12_288));
            ByteBuffer mapped = files.map(channel, 4096, 8192);
            assertThat(mapped.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
            assertThat(mapped.capacity()).isEqualTo(8192);
            assertThat(mapped.isDirect()).isTrue();
            mapped.putLong(8, 42);
            ByteBuffer got = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(got, 4096 + 8);
            assertThat(got.getLong(0)).isEqualTo(42);
            channel.write(ascii("in the file"), 8192);
            assertThat(mapped.get(4096)).isEqualTo((byte) 'i');
            channel.force(false);
            files.unmap(mapped);
            assertThatThrownBy(() -> files.unmap(mapped)).isInstanceOf(IllegalArgumentException.class);
        }
        try (FileChannel channel = files.open(file, Set.of(READ))) {
            ByteBuffer got = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(got, 4096 + 8);
            assertThat(got.getLong(0)).isEqualTo(42);
        }
    }

    @Test
    void aMappingOutlivesItsChannel() throws IOException {
        Path file = folder.resolve("a");
        write(file, "x".repeat(4096));
        ByteBuffer mapped;
        try (FileChannel channel = files.open(file, Set.of(READ, WRITE))) {
            mapped = files.map(channel, 0, 4096);
        }
        mapped.put(0, (byte) 'y');
        try (FileChannel channel = files.open(file, Set.of(READ))) {
            ByteBuffer got = ByteBuffer.allocate(1);
            channel.read(got);
            assertThat(got.get(0)).isEqualTo((byte) 'y');
        }
        files.unmap(mapped);
    }

    @Test
    void aMappingNeverExtendsItsFile() throws IOException {
        try (FileChannel channel = files.open(folder.resolve("a"), FRESH)) {
            channel.write(ByteBuffer.allocate(4096));
            assertThatThrownBy(() -> files.map(channel, 0, 8192))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("mapping ends behind its file");
            assertThat(channel.size()).isEqualTo(4096);
        }
    }

    @Test
    void directWritesAreReadByBoth() throws IOException {
        Path file = folder.resolve("a");
        ByteBuffer block =
                ByteBuffer.allocateDirect(3 * 4096).alignedSlice(4096).limit(8192);
        block.put(4096, (byte) 7);
        try (FileChannel channel = files.openDirect(file, FRESH)) {
            assertThat(channel.write(block, 0)).isEqualTo(8192);
            channel.force(false);
            block.clear().limit(4096);
            assertThat(channel.read(block, 4096)).isEqualTo(4096);
            assertThat(block.get(0)).isEqualTo((byte) 7);
        }
        try (FileChannel channel = files.open(file, Set.of(READ))) {
            ByteBuffer got = ByteBuffer.allocate(1);
            channel.read(got, 4096);
            assertThat(got.get(0)).isEqualTo((byte) 7);
        }
        assertThatThrownBy(() -> files.openDirect(file, FRESH)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> files.openDirect(folder.resolve("b"), Set.of(READ)))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void pagesAreAlignedForDirectFiles() throws IOException {
        try (PageArena arena = PageArena.create(1 << 20);
                FileChannel channel = files.openDirect(folder.resolve("a"), FRESH)) {
            Page page = arena.acquire(64 << 10, Duration.ZERO);
            page.zero(0, page.capacity());
            page.setLongRelease(60 << 10, 42);
            assertThat(channel.write(page.buffer().slice(0, 64 << 10), 0)).isEqualTo(64 << 10);
            page.setLongRelease(0, 1);
            assertThat(channel.read(page.buffer().slice(0, 4096), 60 << 10)).isEqualTo(4096);
            assertThat(page.getLongAcquire(0)).isEqualTo(42);
            page.release();
        }
    }

    @Test
    void foldersListWhatTheyHoldByName() throws IOException {
        Path inner = folder.resolve("x").resolve("y");
        files.createDirectories(inner);
        files.createDirectories(inner);
        assertThat(files.exists(inner)).isTrue();
        for (String name : new String[] {"b", "c", "a"}) {
            write(inner.resolve(name), name);
        }
        files.forceDirectory(inner);
        assertThat(files.list(inner)).containsExactly(inner.resolve("a"), inner.resolve("b"), inner.resolve("c"));
        assertThat(files.list(folder)).containsExactly(folder.resolve("x"));
        assertThatThrownBy(() -> files.list(folder.resolve("no"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void filesAreMovedAndDeleted() throws IOException {
        Path from = folder.resolve("from");
        Path to = folder.resolve("to");
        write(from, "new");
        write(to, "old one");
        files.move(from, to);
        assertThat(files.list(folder)).containsExactly(to);
        try (FileChannel channel = files.open(to, Set.of(READ))) {
            assertThat(channel.size()).isEqualTo(3);
            files.delete(to);
            assertThat(files.exists(to)).isFalse();
            assertThat(channel.read(ByteBuffer.allocate(8))).isEqualTo(3);
        }
        assertThatThrownBy(() -> files.delete(to)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> files.move(to, from)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void pagesAreMappedThroughTheSeam() throws IOException {
        PageArena arena = PageArena.create(1 << 20);
        try (FileChannel channel = files.open(folder.resolve("a"), FRESH)) {
            channel.write(ByteBuffer.allocate(8192));
            Page page = arena.map(files, channel, 4096, 4096, Duration.ZERO);
            assertThat(page.isMapped()).isTrue();
            assertThat(arena.mappedBytes()).isEqualTo(4096);
            assertThat(arena.usedBytes()).isEqualTo(4096);
            page.setIntRelease(0, 99);
            ByteBuffer got = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(got, 4096);
            assertThat(got.getInt(0)).isEqualTo(99);
            page.release();
            assertThat(arena.mappedBytes()).isZero();
            assertThat(arena.usedBytes()).isZero();
            assertThat(arena.pooledBytes()).isZero();
            assertThatThrownBy(() -> arena.map(files, channel, 8192, 4096, Duration.ZERO))
                    .isInstanceOfSatisfying(MemoryException.class, e -> assertThat(e.reason())
                            .isEqualTo(MemoryException.Reason.MAPPING));
            assertThatThrownBy(() -> arena.map(files, channel, 100, 4096, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(arena.usedBytes()).isZero();
        }
        arena.close();
    }

    private void write(Path file, String text) throws IOException {
        try (FileChannel channel = files.open(file, Set.of(WRITE, CREATE))) {
            channel.write(ascii(text));
        }
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }
}
