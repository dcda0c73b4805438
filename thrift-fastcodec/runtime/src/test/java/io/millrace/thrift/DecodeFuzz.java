package io.millrace.thrift;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Tree;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/** Any bytes: a {@link ThriftException}, or a value that is written and read again as itself. */
@Tag("once")
class DecodeFuzz {

    @FuzzTest
    void binary(FuzzedDataProvider data) {
        byte[] bytes = data.consumeRemainingAsBytes();
        binary(Everything.TYPE, bytes);
        binary(Tree.TYPE, bytes);
    }

    @FuzzTest
    void compact(FuzzedDataProvider data) {
        byte[] bytes = data.consumeRemainingAsBytes();
        compact(Everything.TYPE, bytes);
        compact(Tree.TYPE, bytes);
    }

    @FuzzTest
    void frames(FuzzedDataProvider data) {
        int piece = data.consumeInt(1, 64);
        byte[] bytes = data.consumeRemainingAsBytes();
        int whole = firstEnd(bytes, Math.max(1, bytes.length));
        int cut = firstEnd(bytes, piece);
        if (whole != cut) {
            throw new AssertionError("ends differ: whole=" + whole + ", cut=" + cut + ", piece=" + piece);
        }
    }

    private static <T extends ThriftStruct> void binary(StructType<T> type, byte[] bytes) {
        T value;
        try {
            value = ThriftBinary.read(type, bytes);
        } catch (ThriftException e) {
            return;
        }
        byte[] written = ThriftBinary.toBytes(value);
        byte[] again = ThriftBinary.toBytes(ThriftBinary.read(type, written));
        if (!Arrays.equals(written, again)) {
            throw new AssertionError("written otherwise the second time");
        }
    }

    private static <T extends ThriftStruct> void compact(StructType<T> type, byte[] bytes) {
        T value;
        try {
            value = ThriftCompact.read(type, bytes);
        } catch (ThriftException e) {
            return;
        }
        byte[] written = ThriftCompact.toBytes(value);
        byte[] again = ThriftCompact.toBytes(ThriftCompact.read(type, written));
        if (!Arrays.equals(written, again)) {
            throw new AssertionError("written otherwise the second time");
        }
    }

    /** The end of the first message, -1 if there is none, or -2 if the stream is refused. */
    private static int firstEnd(byte[] bytes, int piece) {
        FrameFinder finder = new FrameFinder(ThriftLimits.defaults());
        try {
            for (int from = 0; from < bytes.length; from += piece) {
                int end = finder.feed(bytes, from, Math.min(bytes.length, from + piece));
                if (end >= 0) {
                    return end;
                }
            }
            return -1;
        } catch (ThriftException e) {
            return -2;
        }
    }
}
