package io.millrace.newsql.node.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB's native library, as a file of a folder that is used by every start. Left to itself, RocksDB unpacks it at each start into the folder for temporary files, which takes a third
 * of a second, and a process that is killed leaves it there.
 *
 * <p><b>Threads.</b> Safe; one file a process is loaded, from the first folder asked for. <b>Errors.</b> Where the file cannot be had or not be run, RocksDB is left to itself.
 */
final class NativeLibrary {

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

    /** Where whoever starts the process wants the library instead: RocksDB asks for it. */
    private static final String FOLDER_VARIABLE = "ROCKSDB_SHAREDLIB_DIR";

    private static boolean loaded; // guarded by the class

    private NativeLibrary() {}

    /** Loads it, from a file of the folder if it can be; the caller has the folder for itself. */
    static synchronized void load(Path folder) {
        if (loaded) {
            return;
        }
        if (System.getenv(FOLDER_VARIABLE) != null || !loadFrom(folder)) {
            RocksDB.loadLibrary();
        }
        loaded = true;
    }

    private static boolean loadFrom(Path folder) {
        try {
            // RocksDB looks for the library under another name than it has in the jar.
            unpack(folder.resolve(Environment.getJniLibraryFileName("rocksdbjni")));
            RocksDB.loadLibrary(List.of(folder.toAbsolutePath().toString()));
            return true;
        } catch (IOException | UnsatisfiedLinkError e) {
            LOG.warn(
                    "native library not used from there, but from a temporary file: folder={}, {}",
                    folder,
                    e.toString());
            return false;
        }
    }

    /** Makes the file unless it is there, with the size and the checksum of the one in the jar. */
    static void unpack(Path file) throws IOException {
        String name = Environment.getJniLibraryFileName("rocksdb");
        URL packed = RocksDB.class.getResource("/" + name);
        if (packed == null) {
            throw new FileNotFoundException("no native library for this platform: " + name);
        }
        if (Files.exists(file) && Contents.of(file).equals(Contents.of(packed))) {
            return;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        try (InputStream in = packed.openStream()) {
            Files.copy(in, unfinished, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Size and CRC-32: what a jar says of a file without unpacking it. */
    private record Contents(long size, long crc) {

        static Contents of(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                return of(in);
            }
        }

        static Contents of(URL packed) throws IOException {
            URLConnection connection = packed.openConnection();
            connection.setUseCaches(false);
            if (connection instanceof JarURLConnection jar) {
                try (JarFile closed = jar.getJarFile()) {
                    return new Contents(
                            jar.getJarEntry().getSize(), jar.getJarEntry().getCrc());
                }
            }
            try (InputStream in = connection.getInputStream()) {
                return of(in);
            }
        }

        private static Contents of(InputStream in) throws IOException {
            CheckedInputStream checked = new CheckedInputStream(in, new CRC32());
            byte[] piece = new byte[256 << 10];
            long size = 0;
            for (int read = checked.read(piece); read >= 0; read = checked.read(piece)) {
                size += read;
            }
            return new Contents(size, checked.getChecksum().getValue());
        }
    }
}
