package io.millrace.thrift.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.thrift.generator.schema.DirectorySources;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.SchemaReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads the definitions that Apache Thrift tests itself with, from a copy of its repository: {@code -Dmillrace.apache.idl=DIR}, its {@code test} folder or all
 * of it. None of them is part of this repository.
 */
@Tag("long")
@Tag("once")
class ApacheIdlTest {

    private static final String PROPERTY = "millrace.apache.idl";

    /** Has a number that no constant can hold. */
    private static final String BROKEN = "BrokenConstants.thrift";

    @TestFactory
    List<DynamicTest> everyFileIsReadOrRefusedAsItIsMeantToBe() throws IOException {
        String folder = System.getProperty(PROPERTY);
        Assumptions.assumeTrue(
                folder != null,
                "needs the test folder of Apache Thrift's repository: -D" + PROPERTY + "=/path/to/thrift/test");
        Path root = Path.of(String.valueOf(folder));
        List<Path> files = files(root);
        assertThat(files).as("%s among *.thrift below %s", BROKEN, root).anyMatch(file -> file.endsWith(BROKEN));
        List<Path> folders = Stream.concat(
                        Stream.of(root, root.resolve("test")), files.stream().map(file -> file.resolveSibling("")))
                .distinct()
                .toList();
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(root.relativize(file).toString(), () -> check(folders, file)))
                .toList();
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> path.toString().endsWith(".thrift"))
                    .sorted()
                    .toList();
        }
    }

    private static void check(List<Path> folders, Path file) {
        if (file.endsWith(BROKEN)) {
            assertThatThrownBy(() -> read(folders, file))
                    .isInstanceOf(IdlException.class)
                    .hasMessageContaining("9876543210987654321");
        } else {
            assertThat(read(folders, file).files()).isNotEmpty();
        }
    }

    /** Apache's builds give some files a search path of their own; here it is all folders, the tests' first. */
    private static Schema read(List<Path> folders, Path file) {
        return SchemaReader.read(new DirectorySources(folders), List.of(file.toString()));
    }
}
