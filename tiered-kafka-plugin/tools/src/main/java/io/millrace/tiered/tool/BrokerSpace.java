package io.millrace.tiered.tool;

import java.util.ArrayList;
import java.util.List;

/**
 * How full the fast disks of a broker are, as its space watcher sees them.
 *
 * @param broker which
 * @param watching whether it has a watcher
 * @param directories its log directories; none without a watcher, or before its first look
 * @param heldBackBy partitions that hold an eviction back, and why
 */
public record BrokerSpace(int broker, boolean watching, List<Directory> directories, List<String> heldBackBy) {

    private static final int DIRECTORY_FIELDS = 6;

    public BrokerSpace {
        directories = List.copyOf(directories);
        heldBackBy = List.copyOf(heldBackBy);
    }

    /**
     * A log directory.
     *
     * @param path of it
     * @param used bytes
     * @param capacity bytes of its disk
     * @param high mark in bytes; negative if it has none
     * @param low mark in bytes; negative if it has none
     */
    public record Directory(String path, long used, long capacity, long high, long low) {}

    static BrokerSpace parse(int broker, List<String> lines) {
        boolean watching = false;
        List<Directory> directories = new ArrayList<>();
        List<String> heldBackBy = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split("\t", -1);
            if (line.equals("watcher\ton")) {
                watching = true;
            } else if (fields[0].equals("directory") && fields.length >= DIRECTORY_FIELDS) {
                directories.add(new Directory(
                        fields[1], number(fields[2]), number(fields[3]), number(fields[4]), number(fields[5])));
            } else if (fields[0].equals("held.back.by") && fields.length > 1) {
                heldBackBy.add(fields[1] + (fields.length > 2 ? ": " + fields[2] : ""));
            }
        }
        return new BrokerSpace(broker, watching, directories, heldBackBy);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            return -1;
        }
    }
}
