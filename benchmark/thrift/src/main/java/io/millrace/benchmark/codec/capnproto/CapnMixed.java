package io.millrace.benchmark.codec.capnproto;

import org.capnproto.Data;
import org.capnproto.PrimitiveList;
import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructList;
import org.capnproto.StructReader;
import org.capnproto.StructSize;
import org.capnproto.Text;
import org.capnproto.TextList;

/** The mixed message; maps are lists of entries, since the format has no maps. */
final class CapnMixed {
    static final Factory FACTORY = new Factory();
    private static final StructSize SIZE = new StructSize((short) 3, (short) 8);

    private CapnMixed() {}

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

        void setRatio(double value) {
            _setDoubleField(1, value);
        }

        void setVersion(int value) {
            _setIntField(4, value);
        }

        void setLive(boolean value) {
            _setBooleanField(160, value);
        }

        void setName(String value) {
            _setPointerField(Text.factory, 0, new Text.Reader(value));
        }

        void setBlob(byte[] value) {
            _setPointerField(Data.factory, 1, new Data.Reader(value));
        }

        PrimitiveList.Long.Builder initTimes(int size) {
            return _initPointerField(PrimitiveList.Long.factory, 2, size);
        }

        PrimitiveList.Int.Builder initCodes(int size) {
            return _initPointerField(PrimitiveList.Int.factory, 3, size);
        }

        TextList.Builder initWords(int size) {
            return _initPointerField(TextList.factory, 4, size);
        }

        StructList.Builder<CapnLabel.Builder> initLabels(int size) {
            return _initPointerField(CapnLabel.LIST, 5, size);
        }

        StructList.Builder<CapnItem.Builder> initItems(int size) {
            return _initPointerField(CapnItem.LIST, 6, size);
        }

        StructList.Builder<CapnCount.Builder> initCounts(int size) {
            return _initPointerField(CapnCount.LIST, 7, size);
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

        double getRatio() {
            return _getDoubleField(1);
        }

        int getVersion() {
            return _getIntField(4);
        }

        boolean getLive() {
            return _getBooleanField(160);
        }

        Text.Reader getName() {
            return _getPointerField(Text.factory, 0, null, 0, 0);
        }

        Data.Reader getBlob() {
            return _getPointerField(Data.factory, 1, null, 0, 0);
        }

        PrimitiveList.Long.Reader getTimes() {
            return _getPointerField(PrimitiveList.Long.factory, 2, null, 0);
        }

        PrimitiveList.Int.Reader getCodes() {
            return _getPointerField(PrimitiveList.Int.factory, 3, null, 0);
        }

        TextList.Reader getWords() {
            return _getPointerField(TextList.factory, 4, null, 0);
        }

        StructList.Reader<CapnLabel.Reader> getLabels() {
            return _getPointerField(CapnLabel.LIST, 5, null, 0);
        }

        StructList.Reader<CapnItem.Reader> getItems() {
            return _getPointerField(CapnItem.LIST, 6, null, 0);
        }

        StructList.Reader<CapnCount.Reader> getCounts() {
            return _getPointerField(CapnCount.LIST, 7, null, 0);
        }
    }
}
