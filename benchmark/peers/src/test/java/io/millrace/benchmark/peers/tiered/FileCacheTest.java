package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCacheTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void leavesEveryByteAndMakesNoFile() throws Exception {
        byte[] bytes = new byte[700_001];
        new SplittableRandom(7).nextBytes(bytes);
        Path large =
                Files.write(Files.createDirectories(directory.resolve("a/b")).resolve("0.log"), bytes);
        Path small = Files.write(directory.resolve("a/1.log"), new byte[] {1, 2, 3});

        FileCache.drop(List.of(directory, directory.resolve("not-there")));

        assertThat(large).hasBinaryContent(bytes);
        assertThat(small).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(directory.resolve("not-there")).doesNotExist();
    }
}
