package io.millrace.launcher.child;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who listens on a port, read from Linux's {@code /proc}. Elsewhere, and for the processes of other users unless we
 * are root, the answer is empty.
 */
final class PortOwner {

    private static final String LISTENING = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int COMMAND_CHARS_MAX = 100;

    private PortOwner() {}

    /** Like {@code pid 4711 (python3 -m http.server 20000)}. */
    static Optional<String> find(int port) {
        Set<String> sockets = Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(table -> lines(Path.of(table)).stream())
                .flatMap(line -> listenerInode(line, port).stream())
                .map(inode -> "socket:[" + inode + ']')
                .collect(Collectors.toSet());
        if (sockets.isEmpty()) {
            return Optional.empty();
        }
        return ProcessHandle.allProcesses()
                .filter(process -> holdsAny(process.pid(), sockets))
                .findFirst()
                .map(process -> "pid " + process.pid() + " (" + command(process.pid()) + ')');
    }

    /** The inode of the socket if this line of {@code /proc/net/tcp} is a listener on the port. */
    static Optional<String> listenerInode(String line, int port) {
        String[] fields = line.trim().split("\\s+", -1);
        if (fields.length <= INODE || !fields[STATE].equals(LISTENING)) {
            return Optional.empty();
        }
        boolean same = fields[ADDRESS].endsWith(String.format(":%04X", port));
        return same ? Optional.of(fields[INODE]) : Optional.empty();
    }

    private static boolean holdsAny(long pid, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors) {
                if (sockets.contains(target(descriptor))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false; // another user's process, or one that just ended
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed since we listed it
        }
    }

    private static String command(long pid) {
        String line = String.join(" ", lines(Path.of("/proc", Long.toString(pid), "cmdline")))
                .replace('\0', ' ')
                .trim();
        return line.length() <= COMMAND_CHARS_MAX ? line : line.substring(0, COMMAND_CHARS_MAX) + "…";
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // not Linux, or a process that just ended
        }
    }
}
