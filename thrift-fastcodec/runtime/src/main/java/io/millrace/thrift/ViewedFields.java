package io.millrace.thrift;

import org.jspecify.annotations.Nullable;

/** The fields of a view: where they lie in the array, and the values that lie beside it. */
abstract sealed class ViewedFields permits StructView {
    /** The value of a field that is not to be written. */
    static final byte[] REMOVED = {};

    final byte[] bytes;
    final int start;
    final ThriftLimits limits;
    final FieldIndex index;

    /** What the array belongs to, if it must be given back. */
    final @Nullable HeldMemory memory;

    /** New values without their headers; {@link #REMOVED} for a field that is not to be written. */
    private byte @Nullable [][] changes;

    ViewedFields(byte[] bytes, int start, int end, int[] headers, ThriftLimits limits) {
        this.bytes = bytes;
        this.start = start;
        this.limits = limits;
        this.memory = null;
        this.index = new FieldIndex(new BinaryInput(bytes, start, end, limits), start, headers);
    }

    ViewedFields(byte[] bytes, int start, int end, int[] headers, ThriftLimits limits, @Nullable HeldMemory memory) {
        this.bytes = bytes;
        this.start = start;
        this.limits = limits;
        this.memory = memory;
        this.index = new FieldIndex(new BinaryInput(bytes, start, end, limits), start, headers);
    }

    final boolean isThere(int ordinal) {
        byte[] change = change(ordinal);
        return change == null ? index.has(ordinal) : change.length > 0;
    }

    final PatchedStruct patched() {
        return new PatchedStruct(held(), start, index, changes);
    }

    private byte @Nullable [] change(int ordinal) {
        byte[][] changed = changes;
        return changed == null ? null : changed[ordinal];
    }

    /** The array, which is another's once its memory was given back. */
    final byte[] held() {
        if (memory != null) {
            memory.check();
        }
        return bytes;
    }

    /** The array in which the field's value lies. */
    final byte[] holder(int ordinal) {
        byte[] change = change(ordinal);
        return change == null ? held() : change;
    }

    /** Where in {@link #holder} it begins. */
    final int place(int ordinal) {
        return change(ordinal) == null ? index.place(ordinal) : 0;
    }

    /** {@link #holder}, with room for a value of {@code size} bytes if there was none. */
    final byte[] holderToSet(int ordinal, int size) {
        if (!isThere(ordinal)) {
            byte[] fresh = new byte[size];
            changes()[ordinal] = fresh;
            return fresh;
        }
        return holder(ordinal);
    }

    final byte[][] changes() {
        byte[][] changed = changes;
        if (changed == null) {
            changed = new byte[index.count()][];
            changes = changed;
        }
        return changed;
    }
}
