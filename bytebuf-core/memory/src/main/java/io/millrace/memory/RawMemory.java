package io.millrace.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Memory that is given back when we say so, not when a collector gets to it: the JDK has one way up to Java 21 and
 * another since 22.
 */
interface RawMemory {

    /** Alignment of every block: the page of the processor and the largest block that O_DIRECT asks for. */
    int ALIGNMENT = 4096;

    /**
     * Java 22 has shared arenas for good; {@code invokeCleaner} is deprecated for removal since 24, and says so on
     * standard error.
     */
    RawMemory INSTANCE = Runtime.version().feature() >= 22 ? new ArenaMemory() : new CleanerMemory();

    /**
     * Zeroed memory.
     *
     * @throws OutOfMemoryError if the system, or the JVM's limit of direct memory, has no more
     */
    RawBlock allocate(int bytes);

    /** Bytes of a file, shared and writable. */
    RawBlock map(FileChannel file, long position, int length) throws IOException;
}
