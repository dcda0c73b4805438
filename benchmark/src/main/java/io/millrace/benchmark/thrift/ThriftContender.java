package io.millrace.benchmark.thrift;

import java.util.Arrays;
import java.util.List;

/** Who encodes and decodes. */
public enum ThriftContender {
    /** Ours; in the cases of views, a view. */
    OURS("millrace"),

    /** Apache Thrift's own library: the same bytes. */
    LIBTHRIFT("libthrift"),

    /** Protocol Buffers, with generated classes. */
    PROTOBUF("protobuf"),

    /** Apache Fory: both sides are Java, and strings travel as they lie in memory. */
    FORY("fory"),

    /** Cap'n Proto: built and read where it lies. */
    CAPNPROTO("capnproto"),

    /** A copy of as many bytes: nothing can be faster that writes them. */
    MEMCPY("memcpy"),

    /** Ours without a view: all is decoded. */
    OWN_EAGER("own-eager");

    private final String label;

    ThriftContender(String label) {
        this.label = label;
    }

    static ThriftContender named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no such peer: " + name + " (expected: one of " + List.of(values()) + ")"));
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
