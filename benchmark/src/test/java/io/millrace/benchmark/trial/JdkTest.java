package io.millrace.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
    @Test
    void ourOwnIsAlwaysThere() throws IOException {
        Jdk ours = Jdk.current();

        assertThat(ours.major()).isEqualTo(Runtime.version().feature());
        assertThat(ours.java()).isExecutable();
        assertThat(Jdk.installed(List.of(ours.major()))).containsExactly(ours);
        assertThat(Jdk.installed(List.of(3))).isEmpty();
    }

    @Test
    void newerOnesAreToldOfNativeCode() {
        assertThat(new Jdk(Path.of("/x"), "25.0.3").trialFlags("1g"))
                .contains("-Xmx1g", "--enable-native-access=ALL-UNNAMED");
        assertThat(new Jdk(Path.of("/x"), "17.0.15").trialFlags("1g"))
                .doesNotContain("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void aScratchDirectoryGoesWithAllThatIsInIt(@TempDir Path below) throws IOException {
        Path path;
        try (ScratchDirectory scratch = ScratchDirectory.create(below, "run-", 1)) {
            path = scratch.path();
            java.nio.file.Files.writeString(scratch.fresh("a").resolve("file"), "12345");
            assertThat(ScratchDirectory.bytesOf(path)).isEqualTo(5);
            assertThat(scratch.fresh("a")).isEmptyDirectory();
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void aFullDiskIsSaidBeforeTheRun(@TempDir Path below) {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> ScratchDirectory.create(below, "run-", Long.MAX_VALUE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("disk too full");
    }
}
