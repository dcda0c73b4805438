package io.millrace.thrift.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of sources over several runs. */
class ThriftGeneratorTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000);

    @TempDir
    private Path directory = Path.of("");

    private Path idl = directory;
    private Path output = directory;

    @BeforeEach
    void writeIdl() throws IOException {
        output = directory.resolve("out");
        idl = directory.resolve("a.thrift");
        Files.writeString(idl, "include 'shared.thrift' namespace java x struct A { 1: shared.S s } struct B {}");
        Files.createDirectories(directory.resolve("common"));
        Files.writeString(directory.resolve("common/shared.thrift"), "namespace java x.shared struct S {}");
    }

    @Test
    void onlyWhatChangedIsWritten() throws IOException {
        assertThat(run(false).written()).isEqualTo(4);
        Path same = output.resolve("x/A.java");
        Files.setLastModifiedTime(same, LONG_AGO);
        assertThat(run(false).isUpToDate()).isTrue();
        Files.writeString(
                idl, "include 'shared.thrift' namespace java x struct A { 1: shared.S s } struct B { 1: i32 n }");
        GeneratorResult changed = run(false);
        assertThat(changed.written()).isEqualTo(2);
        assertThat(changed.files()).containsExactly("x/A.java", "x/AView.java", "x/B.java", "x/BView.java");
        assertThat(Files.getLastModifiedTime(same)).isEqualTo(LONG_AGO);
    }

    @Test
    void whatIsNoMoreIsDeletedAndNothingElse() throws IOException {
        run(false);
        Path own = Files.writeString(output.resolve("x/Own.java"), "mine");
        Files.writeString(idl, "namespace java x struct B {}");
        assertThat(run(false).deleted()).isEqualTo(2);
        assertThat(output.resolve("x/A.java")).doesNotExist();
        assertThat(own).exists();
    }

    @Test
    void aFileThatWasDeletedIsWrittenAgain() throws IOException {
        run(false);
        Files.delete(output.resolve("x/B.java"));
        assertThat(run(false).written()).isEqualTo(1);
    }

    @Test
    void aChangeOfAnIncludedFileIsAChange() throws IOException {
        run(true);
        Files.writeString(directory.resolve("common/shared.thrift"), "namespace java y struct S {}");
        assertThat(run(true).files()).contains("y/S.java").doesNotContain("x/shared/S.java");
    }

    @Test
    void mistakesLeaveTheFolderAsItWas() throws IOException {
        run(false);
        Files.writeString(idl, "struct {");
        assertThatThrownBy(() -> run(false)).isInstanceOf(IdlException.class).hasMessageContaining("a.thrift:1:8:");
        assertThat(output.resolve("x/A.java")).exists();
    }

    private GeneratorResult run(boolean withIncluded) throws IOException {
        return ThriftGenerator.run(new GeneratorRequest(
                List.of(idl), List.of(directory.resolve("common")), output, withIncluded, FieldOrder.ID));
    }
}
