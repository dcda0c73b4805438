package io.millrace.testkit.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SimulatedNamesTest {

    private static final int ROUNDS = 200;

    private final Random random = Seeds.random("SimulatedNamesTest");
    private SimulatedDisk disk = SimulatedDisk.create(0);
    private SimulatedFiles files = disk.files();
    private final Path a = disk.root().resolve("a");
    private final Path b = disk.root().resolve("b");
    private final Path folder = disk.root().resolve("folder");

    /** Work on an empty disk before a power cut. */
    @FunctionalInterface
    private interface Work {

        void run() throws IOException;
    }

    /** Every set of files that a power cut after this work left in some round, in the form {@code [/simulated/a=1]}. */
    private Set<String> leftAfter(Work work) throws IOException {
        Set<String> outcomes = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            disk = SimulatedDisk.create(random.nextLong());
            files = disk.files();
            work.run();
            disk.crash(random, CrashKind.POWER_CUT);
            outcomes.add(disk.paths().stream()
                    .map(path -> disk.root().relativize(path) + "=" + new String(disk.bytes(path), UTF_8))
                    .toList()
                    .toString());
        }
        return outcomes;
    }

    private void write(Path file, String text) throws IOException {
        try (FileChannel channel = files.open(file, Set.of(WRITE, CREATE))) {
            channel.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
            channel.force(true);
        }
    }

    @Test
    void aNewNameIsLostOrKeptUntilItsFolderIsForced() throws IOException {
        assertThat(leftAfter(() -> write(a, "1"))).containsExactlyInAnyOrder("[]", "[a=1]");
        assertThat(leftAfter(() -> {
                    write(a, "1");
                    files.forceDirectory(disk.root());
                }))
                .containsExactly("[a=1]");
    }

    @Test
    void twoNewNamesAreLostInAnyCombination() throws IOException {
        assertThat(leftAfter(() -> {
                    write(a, "1");
                    write(b, "2");
                }))
                .containsExactlyInAnyOrder("[]", "[a=1]", "[b=2]", "[a=1, b=2]");
    }

    @Test
    void aDeletedFileMayComeBack() throws IOException {
        assertThat(leftAfter(() -> {
                    write(a, "1");
                    files.forceDirectory(disk.root());
                    files.delete(a);
                }))
                .containsExactlyInAnyOrder("[]", "[a=1]");
        assertThat(leftAfter(() -> {
                    write(a, "1");
                    files.forceDirectory(disk.root());
                    files.delete(a);
                    files.forceDirectory(disk.root());
                }))
                .containsExactly("[]");
    }

    @Test
    void aMoveIsDoneOrNot() throws IOException {
        assertThat(leftAfter(() -> {
                    write(a, "new");
                    write(b, "old");
                    files.forceDirectory(disk.root());
                    files.move(a, b);
                }))
                .containsExactlyInAnyOrder("[a=new, b=old]", "[b=new]");
    }

    @Test
    void forcingTheFolderOfAMoveForcesWhatItBuildsOn() throws IOException {
        assertThat(leftAfter(() -> {
                    files.createDirectories(folder);
                    files.forceDirectory(disk.root());
                    write(a, "1");
                    files.move(a, folder.resolve("a"));
                    files.forceDirectory(folder);
                }))
                .containsExactly("[folder/a=1]");
    }

    @Test
    void aNameUsedTwiceNeverSkipsAStep() throws IOException {
        assertThat(leftAfter(() -> {
                    write(a, "1");
                    files.delete(a);
                    write(a, "2");
                }))
                .containsExactlyInAnyOrder("[]", "[a=1]", "[a=2]");
    }

    @Test
    void aFileIsLostWithItsFolder() throws IOException {
        assertThat(leftAfter(() -> {
                    files.createDirectories(folder);
                    write(folder.resolve("x"), "1");
                    files.forceDirectory(folder);
                }))
                .containsExactlyInAnyOrder("[]", "[folder/x=1]");
    }

    @Test
    void foldersFollowTheRules() throws IOException {
        files.createDirectories(folder.resolve("inner"));
        assertThatThrownBy(() -> files.delete(folder)).isInstanceOf(DirectoryNotEmptyException.class);
        assertThatThrownBy(() -> files.open(folder, Set.of(WRITE))).hasMessageContaining("Is a directory");
        write(a, "1");
        assertThatThrownBy(() -> files.list(a)).hasMessageContaining("Not a directory");
        assertThatThrownBy(() -> files.createDirectories(a.resolve("x"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> files.move(a, folder)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> files.move(a, b.resolve("x"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> files.open(Path.of("/elsewhere/x"), Set.of(WRITE, CREATE)))
                .isInstanceOf(NoSuchFileException.class);
        files.delete(folder.resolve("inner"));
        files.delete(folder);
        assertThat(files.list(disk.root())).isEqualTo(List.of(a));
    }
}
