package io.millrace.thrift.generator.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.thrift.generator.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each kind of class, as text. After a change that is meant, {@code -Dmillrace.golden=write} writes the files anew, and the
 * difference is for a reader to judge.
 */
class GoldenJavaTest {
    private static final Path GOLDEN = Corpus.FOLDER.resolve("golden");

    @Test
    void ordersAreTheFilesBesideThem() throws IOException {
        List<GeneratedFile> files = Corpus.sources("orders");
        if ("write".equals(System.getProperty("millrace.golden"))) {
            Files.createDirectories(GOLDEN);
            for (GeneratedFile file : files) {
                Files.writeString(golden(file), file.text());
            }
        }
        for (GeneratedFile file : files) {
            assertThat(file.text()).as(file.path()).isEqualTo(Files.readString(golden(file)));
        }
        try (Stream<Path> golden = Files.list(GOLDEN)) {
            assertThat(golden).hasSameSizeAs(files);
        }
    }

    private static Path golden(GeneratedFile file) {
        return GOLDEN.resolve(file.path().substring(file.path().lastIndexOf('/') + 1) + ".golden");
    }
}
