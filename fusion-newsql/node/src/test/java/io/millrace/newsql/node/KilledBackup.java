package io.millrace.newsql.node;

import java.nio.file.Path;

/** {@code FOLDER ROUND}: writes to the store of a folder and makes one backup of it after the other until it is killed, and says which ended. */
public final class KilledBackup {

    private KilledBackup() {}

    /** Of a copy, in the folder. */
    static String name(int round, int copy) {
        return "copy-" + round + "-" + copy;
    }

    public static void main(String[] args) {
        Path folder = Path.of(args[0]);
        int round = Integer.parseInt(args[1]);
        NodeStore store = NodeStore.open(folder.resolve("store"), NodeStoreModelTest.small());
        CountedWrites writes = new CountedWrites(store, CountedWrites.check(store) + 1);
        writes.awaitMore(100);
        for (int copy = 0; ; copy++) {
            System.out.println("BEGUN " + copy);
            store.backup(folder.resolve(name(round, copy)), BackupProgress.NONE);
            System.out.println("ENDED " + copy);
        }
    }
}
