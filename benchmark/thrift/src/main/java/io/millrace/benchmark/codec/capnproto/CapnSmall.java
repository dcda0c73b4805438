package io.millrace.benchmark.codec.capnproto;

import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructReader;
import org.capnproto.StructSize;
import org.capnproto.Text;

/** The small message. */
final class CapnSmall {
    static final Factory FACTORY = new Factory();
    private static final StructSize SIZE = new StructSize((short) 6, (short) 1);

    private CapnSmall() {}

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

        void setCreated(long value) {
            _setLongField(1, value);
        }

        void setOwner(long value) {
            _setLongField(2, value);
        }

        void setKind(int value) {
            _setIntField(6, value);
        }

        void setSize(int value) {
            _setIntField(7, value);
        }

        void setScore(double value) {
            _setDoubleField(4, value);
        }

        void setActive(boolean value) {
            _setBooleanField(320, value);
        }

        void setName(String value) {
            _setPointerField(Text.factory, 0, new Text.Reader(value));
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

        long getCreated() {
            return _getLongField(1);
        }

        long getOwner() {
            return _getLongField(2);
        }

        int getKind() {
            return _getIntField(6);
        }

        int getSize() {
            return _getIntField(7);
        }

        double getScore() {
            return _getDoubleField(4);
        }

        boolean getActive() {
            return _getBooleanField(320);
        }

        Text.Reader getName() {
            return _getPointerField(Text.factory, 0, null, 0, 0);
        }
    }
}
