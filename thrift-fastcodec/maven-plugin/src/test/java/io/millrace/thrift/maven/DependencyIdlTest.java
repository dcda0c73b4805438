package io.millrace.thrift.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DependencyIdlTest {

    @TempDir
    private Path directory = Path.of("");

    @Test
    void definitionsOfJarsAreUnpackedAndThoseOfFoldersStay() throws IOException {
        File module = Files.createDirectories(directory.resolve("classes")).toFile();
        File jar = jar("a.jar", "shared/base.thrift", "x/Y.class");
        File none = jar("b.jar", "x/Z.class");
        List<Path> folders = idl().folders(List.of(none, module, jar));
        assertThat(folders).hasSize(2).contains(module.toPath());
        assertThat(folders.get(1).resolve("shared/base.thrift")).hasContent("of a.jar");
        assertThat(folders.get(1).resolve("x")).doesNotExist();
    }

    @Test
    void whatADependencyHadBeforeIsGone() throws IOException {
        idl().folders(List.of(jar("a.jar", "old.thrift")));
        List<Path> folders = idl().folders(List.of(jar("a.jar", "new.thrift")));
        assertThat(folders.get(0))
                .isDirectoryContaining("glob:**/new.thrift")
                .isDirectoryNotContaining("glob:**/old.thrift");
    }

    @Test
    void aNameThatLeadsOutOfTheJarIsRefused() throws IOException {
        File jar = jar("a.jar", "../../evil.thrift");
        assertThatThrownBy(() -> idl().folders(List.of(jar)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not a name within a jar: ../../evil.thrift");
        assertThat(directory.resolve("evil.thrift")).doesNotExist();
    }

    private DependencyIdl idl() {
        return new DependencyIdl(directory.resolve("unpacked"));
    }

    private File jar(String name, String... entries) throws IOException {
        Path jar = directory.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(("of " + name).getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar.toFile();
    }
}
