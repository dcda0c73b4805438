package io.millrace.benchmark.codec.capnproto;

import org.capnproto.PrimitiveList;
import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructReader;
import org.capnproto.StructSize;

/** The message of a long list. */
final class CapnMyTest {
    static final Factory FACTORY = new Factory();
    private static final StructSize SIZE = new StructSize((short) 1, (short) 2);

    private CapnMyTest() {}

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

        void setNumber(long value) {
            _setLongField(0, value);
        }

        CapnAno.Builder initAno() {
            return _initPointerField(CapnAno.FACTORY, 0, 0);
        }

        PrimitiveList.Long.Builder initNumbers(int size) {
            return _initPointerField(PrimitiveList.Long.factory, 1, size);
        }
    }

    /** Reads where the message lies. */
    static final class Reader extends StructReader {
        private Reader(
                SegmentReader segment, int data, int pointers, int dataSize, short pointerCount, int nestingLimit) {
            super(segment, data, pointers, dataSize, pointerCount, nestingLimit);
        }

        long getNumber() {
            return _getLongField(0);
        }

        CapnAno.Reader getAno() {
            return _getPointerField(CapnAno.FACTORY, 0, null, 0);
        }

        PrimitiveList.Long.Reader getNumbers() {
            return _getPointerField(PrimitiveList.Long.factory, 1, null, 0);
        }
    }
}
