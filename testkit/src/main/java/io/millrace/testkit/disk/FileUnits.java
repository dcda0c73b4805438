package io.millrace.testkit.disk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Units of 4096 bytes by their place in a file; absent ones read as zeros. */
final class FileUnits {

    /** What a file system writes at once: the page of the cache. */
    static final int UNIT_BYTES = 4096;

    /** What a device writes at once at least. */
    static final int SECTOR_BYTES = 512;

    static final byte[] ZEROS = new byte[UNIT_BYTES];

    private byte[] @Nullable [] units;

    FileUnits() {
        units = new byte[4][];
    }

    private FileUnits(byte[] @Nullable [] units) {
        this.units = units;
    }

    /** Units needed for so many bytes. */
    static int count(long bytes) {
        return Math.toIntExact((bytes + UNIT_BYTES - 1) / UNIT_BYTES);
    }

    /** One more than the last place that may hold a unit. */
    int end() {
        return units.length;
    }

    byte @Nullable [] get(int place) {
        return place < units.length ? units[place] : null;
    }

    /** The unit's bytes, not to be changed. */
    byte[] read(int place) {
        byte[] unit = get(place);
        return unit == null ? ZEROS : unit;
    }

    void set(int place, byte @Nullable [] unit) {
        if (place >= units.length) {
            if (unit == null) {
                return;
            }
            units = Arrays.copyOf(units, Math.max(place + 1, units.length * 2));
        }
        units[place] = unit;
    }

    /** Forgets the bytes from {@code size} on, without touching a unit that others may share. */
    void cut(long size) {
        int whole = (int) (size / UNIT_BYTES);
        int rest = (int) (size % UNIT_BYTES);
        byte[] last = rest == 0 ? null : get(whole);
        if (last != null) {
            byte[] shorter = Arrays.copyOf(last, UNIT_BYTES);
            Arrays.fill(shorter, rest, UNIT_BYTES, (byte) 0);
            set(whole++, shorter);
        } else if (rest != 0) {
            whole++;
        }
        for (int place = whole; place < units.length; place++) {
            units[place] = null;
        }
    }

    void clear() {
        Arrays.fill(units, null);
    }

    /** Shares the units, which is safe while nobody changes them in place. */
    FileUnits share() {
        return new FileUnits(units.clone());
    }

    FileUnits deepCopy() {
        FileUnits copy = share();
        for (int place = 0; place < copy.units.length; place++) {
            byte[] unit = copy.units[place];
            copy.units[place] = unit == null ? null : unit.clone();
        }
        return copy;
    }
}
