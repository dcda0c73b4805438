package io.millrace.testkit.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which file has which name, twice: as the kernel sees it, and as the device has it. Between the two stand the
 * changes that were not forced, in order.
 *
 * <p>At a power cut each change is kept or lost on its own, as POSIX allows, except that one which builds on a lost
 * one is lost with it. A rename is one change. To force a folder makes durable the changes in it, and those they
 * build on.
 */
final class DiskNames {

    /** A name of the kernel's: a file, or {@link #FOLDER}. */
    static final Object FOLDER = new Object();

    private final Path root;
    private TreeMap<Path, Object> seen = new TreeMap<>();
    private final TreeMap<Path, Object> durable = new TreeMap<>();
    private final List<Change> pending = new ArrayList<>();

    DiskNames(Path root) {
        this.root = root;
        seen.put(root, FOLDER);
        durable.put(root, FOLDER);
    }

    /** Names and what they stand for afterwards; null for nothing. */
    private record Change(Map<Path, @Nullable Object> names) {

        static Change of(Path name, @Nullable Object what) {
            Map<Path, @Nullable Object> names = new LinkedHashMap<>();
            names.put(name, what);
            return new Change(names);
        }

        boolean isIn(Path folder) {
            return names.keySet().stream().anyMatch(name -> folder.equals(name.getParent()));
        }

        boolean sharesNameWith(Set<Path> others) {
            return names.keySet().stream().anyMatch(others::contains);
        }

        void applyTo(Map<Path, Object> all) {
            names.forEach((name, what) -> {
                if (what == null) {
                    all.remove(name);
                } else {
                    all.put(name, what);
                }
            });
        }
    }

    @Nullable
    Object find(Path name) {
        return seen.get(name);
    }

    boolean isFolder(Path name) {
        return seen.get(name) == FOLDER;
    }

    List<Path> in(Path folder) {
        return seen.tailMap(folder, false).keySet().stream()
                .filter(name -> folder.equals(name.getParent()))
                .toList();
    }

    List<Path> files() {
        return seen.entrySet().stream()
                .filter(entry -> entry.getValue() != FOLDER)
                .map(Map.Entry::getKey)
                .toList();
    }

    void set(Path name, @Nullable Object what) {
        change(Change.of(name, what));
    }

    void move(Path from, Path to) {
        Change change = Change.of(to, Objects.requireNonNull(seen.get(from)));
        change.names().put(from, null);
        change(change);
    }

    private void change(Change change) {
        change.applyTo(seen);
        pending.add(change);
    }

    void force(Path folder) {
        Set<Path> needed = new HashSet<>();
        List<Change> forced = new ArrayList<>();
        for (int i = pending.size() - 1; i >= 0; i--) {
            Change change = pending.get(i);
            if (change.isIn(folder) || change.sharesNameWith(needed)) {
                needed.addAll(change.names().keySet());
                forced.add(0, change);
                pending.remove(i);
            }
        }
        forced.forEach(change -> change.applyTo(durable));
    }

    void powerCut(Random random) {
        int keptOfTwo = random.nextInt(3);
        Set<Path> lost = new HashSet<>();
        for (Change change : pending) {
            if (change.sharesNameWith(lost) || random.nextInt(2) >= keptOfTwo) {
                lost.addAll(change.names().keySet());
            } else {
                change.applyTo(durable);
            }
        }
        pending.clear();
        durable.keySet().removeIf(name -> !hasFolders(name));
        seen = new TreeMap<>(durable);
    }

    private boolean hasFolders(Path name) {
        for (Path folder = name; !folder.equals(root); ) {
            folder = Objects.requireNonNull(folder.getParent());
            if (durable.get(folder) != FOLDER) {
                return false;
            }
        }
        return true;
    }

    /** Files under any name, those that only a power cut would bring back included. */
    List<SimulatedFile> everyFile() {
        Set<Object> all = new LinkedHashSet<>(seen.values()); // in the order of names: seeds must mean the same again
        all.addAll(durable.values());
        pending.forEach(change ->
                change.names().values().stream().filter(Objects::nonNull).forEach(all::add));
        List<SimulatedFile> files = new ArrayList<>();
        for (Object what : all) {
            if (what instanceof SimulatedFile file) {
                files.add(file);
            }
        }
        return files;
    }

    DiskNames fork() {
        Map<Object, Object> forks = new HashMap<>();
        everyFile().forEach(file -> forks.put(file, file.fork()));
        DiskNames fork = new DiskNames(root);
        seen.forEach((name, what) -> fork.seen.put(name, forks.getOrDefault(what, what)));
        durable.forEach((name, what) -> fork.durable.put(name, forks.getOrDefault(what, what)));
        for (Change change : pending) {
            Map<Path, @Nullable Object> names = new LinkedHashMap<>();
            change.names()
                    .forEach((name, what) -> names.put(name, what == null ? null : forks.getOrDefault(what, what)));
            fork.pending.add(new Change(names));
        }
        return fork;
    }
}
