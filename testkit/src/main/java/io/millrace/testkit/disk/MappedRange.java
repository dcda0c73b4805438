package io.millrace.testkit.disk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Units of a file that are mapped: while they are, their bytes are here and nowhere else. */
final class MappedRange {

    private final int first;
    private final int count;
    private final ByteBuffer memory;
    private int users;

    MappedRange(int first, int count) {
        this.first = first;
        this.count = count;
        memory = DirectMemory.take(count * FileUnits.UNIT_BYTES);
    }

    int first() {
        return first;
    }

    int end() {
        return first + count;
    }

    boolean holds(int unit) {
        return unit >= first && unit < end();
    }

    boolean overlaps(int firstUnit, int endUnit) {
        return firstUnit < end() && endUnit > first;
    }

    void load(int unit, byte[] bytes) {
        memory.put(at(unit), bytes);
    }

    byte[] copy(int unit) {
        byte[] bytes = new byte[FileUnits.UNIT_BYTES];
        memory.get(at(unit), bytes);
        return bytes;
    }

    boolean differs(int unit, byte[] bytes) {
        return memory.slice(at(unit), FileUnits.UNIT_BYTES).mismatch(ByteBuffer.wrap(bytes)) >= 0;
    }

    void read(int unit, int from, int length, ByteBuffer to) {
        to.put(memory.slice(at(unit) + from, length));
    }

    void write(int unit, int to, int length, ByteBuffer from) {
        memory.put(at(unit) + to, from, from.position(), length);
        from.position(from.position() + length);
    }

    /** A buffer over all or part, for one more user. */
    ByteBuffer view(long position, int length) {
        users++;
        int start = Math.toIntExact(position - (long) first * FileUnits.UNIT_BYTES);
        return memory.slice(start, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Whether that was the last user. */
    boolean leave() {
        return --users == 0;
    }

    /** Its memory is used for other mappings. */
    void recycle() {
        DirectMemory.give(memory);
    }

    private int at(int unit) {
        return (unit - first) * FileUnits.UNIT_BYTES;
    }
}
