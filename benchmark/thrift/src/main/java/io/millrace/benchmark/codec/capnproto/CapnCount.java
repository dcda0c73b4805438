package io.millrace.benchmark.codec.capnproto;

import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructList;
import org.capnproto.StructReader;
import org.capnproto.StructSize;

/** An entry of a mixed message's map of numbers. */
final class CapnCount {
    static final Factory FACTORY = new Factory();
    static final StructList.Factory<Builder, Reader> LIST = new StructList.Factory<>(FACTORY);
    private static final StructSize SIZE = new StructSize((short) 2, (short) 0);

    private CapnCount() {}

    /** Makes both of them. */
    static final class Factory extends StructFactory<Builder, Reader> {
        @Override
        public Reader constructReader(
                SegmentReader segment, int data, int pointers, int dataSize, short pointerCount, int nestingLimit) {
            return new Reader(segment, data, pointers, dataSize, pointerCount, nestingLimit);
        }

        @Override
        public Builder constructBuilder(
                SegmentBuilder segment, int data, int pointers, int dataSize, short pointerCount) {
            return new Builder(segment, data, pointers, dataSize, pointerCount);
        }

        @Override
        public StructSize structSize() {
            return SIZE;
        }

        @Override
        public Reader asReader(Builder builder) {
            return builder.asReader();
        }
    }

    /** Writes where the message lies. */
    static final class Builder extends StructBuilder {
        private Builder(SegmentBuilder segment, int data, int pointers, int dataSize, short pointerCount) {
            super(segment, data, pointers, dataSize, pointerCount);
        }

        private Reader asReader() {
            return new Reader(segment, data, pointers, dataSize, pointerCount, Integer.MAX_VALUE);
        }

        void setKey(int value) {
            _setIntField(0, value);
        }

        void setValue(long value) {
            _setLongField(1, value);
        }
    }

    /** Reads where the message lies. */
    static final class Reader extends StructReader {
        private Reader(
                SegmentReader segment, int data, int pointers, int dataSize, short pointerCount, int nestingLimit) {
            super(segment, data, pointers, dataSize, pointerCount, nestingLimit);
        }

        int getKey() {
            return _getIntField(0);
        }

        long getValue() {
            return _getLongField(1);
        }
    }
}
