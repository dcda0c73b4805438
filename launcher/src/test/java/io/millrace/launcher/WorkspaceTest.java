package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkspaceTest {

    @Test
    void leavesNothingAfterAGoodStart() throws IOException {
        Workspace workspace = Workspace.create();
        Path folder = fill(workspace);

        workspace.discardLogs();
        workspace.close();

        assertThat(folder).doesNotExist();
    }

    @Test
    void leavesOnlyTheLogsAfterABadOne() throws IOException {
        Workspace workspace = Workspace.create();
        Path folder = fill(workspace);

        workspace.close();

        assertThat(folder).isDirectoryContaining("glob:**/etcd.log").isDirectoryNotContaining("glob:**/etcd-1");
        workspace.discardLogs();
        workspace.close();
        assertThat(folder).doesNotExist();
    }

    private static Path fill(Workspace workspace) throws IOException {
        Path folder = workspace.folder();
        Files.writeString(folder.resolve("etcd.log"), "a line");
        Path wal = Files.createDirectories(folder.resolve("etcd-1/member/wal"));
        Files.writeString(wal.resolve("0.wal"), "bytes");
        return folder;
    }
}
