package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import java.util.List;

/** Copies of memory: what is left of encoding and decoding when everything else is taken away. */
final class Copies {
    private Copies() {}

    /** To memory that is used again. */
    static Arm again(List<byte[]> from) {
        byte[] to = new byte[from.stream().mapToInt(each -> each.length).max().orElse(0)];
        int mask = from.size() - 1;
        return (turn, sink) -> {
            byte[] bytes = from.get(turn & mask);
            System.arraycopy(bytes, 0, to, 0, bytes.length);
            sink.take(to);
        };
    }

    /** To a new array each time. */
    static Arm fresh(List<byte[]> from) {
        int mask = from.size() - 1;
        return (turn, sink) -> sink.take(from.get(turn & mask).clone());
    }
}
