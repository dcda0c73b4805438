package io.millrace.testkit.disk;

/** What can be done to a disk, as its {@link DiskFaults} count it. */
public enum DiskOperation {
    /** A file is opened, cached or direct. */
    OPEN,
    /** Bytes are read through a channel. */
    READ,
    /** Bytes are written through a channel. */
    WRITE,
    /** A file is cut by its channel. */
    TRUNCATE,
    /** A file is forced by its channel. */
    FORCE,
    /** Bytes of a file are mapped. */
    MAP,
    /** The names in a folder are forced. */
    FORCE_DIRECTORY,
    /** A folder is listed. */
    LIST,
    /** Folders are made. */
    CREATE_DIRECTORIES,
    /** A file or folder is deleted. */
    DELETE,
    /** A file is renamed. */
    MOVE
}
