package io.millrace.benchmark.codec.capnproto;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.capnproto.ArrayOutputStream;
import org.capnproto.MessageBuilder;
import org.capnproto.MessageReader;
import org.capnproto.Serialize;

/** A built message as bytes behind its table of segments, and back without a copy. */
final class CapnBytes {
    private CapnBytes() {}

    /** In a new array of exactly its size. */
    static byte[] of(MessageBuilder message) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(8 * Serialize.computeSerializedSizeInWords(message))];
        write(message, bytes);
        return bytes;
    }

    /** At the start of an array; how many bytes. */
    static int write(MessageBuilder message, byte[] to) throws IOException {
        ArrayOutputStream out = new ArrayOutputStream(ByteBuffer.wrap(to));
        Serialize.write(out, message);
        return out.getWriteBuffer().position();
    }

    /** Shares the array. */
    static MessageReader read(byte[] bytes) throws IOException {
        return Serialize.read(ByteBuffer.wrap(bytes));
    }
}
