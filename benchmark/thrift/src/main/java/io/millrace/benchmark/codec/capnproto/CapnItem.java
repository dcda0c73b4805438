package io.millrace.benchmark.codec.capnproto;

import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructList;
import org.capnproto.StructReader;
import org.capnproto.StructSize;
import org.capnproto.Text;

/** One of many in a mixed message. */
final class CapnItem {
    static final Factory FACTORY = new Factory();
    static final StructList.Factory<Builder, Reader> LIST = new StructList.Factory<>(FACTORY);
    private static final StructSize SIZE = new StructSize((short) 3, (short) 2);

    private CapnItem() {}

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

        void setId(long value) {
            _setLongField(0, value);
        }

        void setPrice(double value) {
            _setDoubleField(1, value);
        }

        void setCount(int value) {
            _setIntField(4, value);
        }

        void setName(String value) {
            _setPointerField(Text.factory, 0, new Text.Reader(value));
        }

        void setNote(String value) {
            _setPointerField(Text.factory, 1, new Text.Reader(value));
        }
    }

    /** Reads where the message lies. */
    static final class Reader extends StructReader {
        private Reader(
                SegmentReader segment, int data, int pointers, int dataSize, short pointerCount, int nestingLimit) {
            super(segment, data, pointers, dataSize, pointerCount, nestingLimit);
        }

        long getId() {
            return _getLongField(0);
        }

        double getPrice() {
            return _getDoubleField(1);
        }

        int getCount() {
            return _getIntField(4);
        }

        Text.Reader getName() {
            return _getPointerField(Text.factory, 0, null, 0, 0);
        }

        Text.Reader getNote() {
            return _getPointerField(Text.factory, 1, null, 0, 0);
        }

        boolean hasNote() {
            return !_pointerFieldIsNull(1);
        }
    }
}
