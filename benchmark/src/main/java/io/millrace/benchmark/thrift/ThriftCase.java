package io.millrace.benchmark.thrift;

import static io.millrace.benchmark.thrift.ThriftContender.CAPNPROTO;
import static io.millrace.benchmark.thrift.ThriftContender.FORY;
import static io.millrace.benchmark.thrift.ThriftContender.LIBTHRIFT;
import static io.millrace.benchmark.thrift.ThriftContender.MEMCPY;
import static io.millrace.benchmark.thrift.ThriftContender.OWN_EAGER;
import static io.millrace.benchmark.thrift.ThriftContender.PROTOBUF;

import java.util.Arrays;
import java.util.List;

/** What is done with which message, and beside whom. Cap'n Proto has nothing to decode and is not among those that do. */
public enum ThriftCase {
    /** 112 bytes to a new array. */
    SMALL_ENCODE("small-encode", LIBTHRIFT, PROTOBUF, FORY, CAPNPROTO),

    /** And back. */
    SMALL_DECODE("small-decode", LIBTHRIFT, PROTOBUF, FORY),

    /** 19 KB of everything to a new array. */
    MIXED_ENCODE_NEW("mixed-encode-new", LIBTHRIFT, PROTOBUF, FORY, CAPNPROTO),

    /** The same to memory that is used again. */
    MIXED_ENCODE_POOLED("mixed-encode-pooled", LIBTHRIFT, PROTOBUF, FORY, CAPNPROTO),

    /** And back. */
    MIXED_DECODE("mixed-decode", LIBTHRIFT, PROTOBUF, FORY),

    /** Three of twelve fields of the mixed message. */
    MIXED_VIEW_3("mixed-view-3", LIBTHRIFT, OWN_EAGER, PROTOBUF, FORY, CAPNPROTO),

    /** One field read, two set to values of other sizes, all written. */
    MIXED_VIEW_PATCH("mixed-view-patch", OWN_EAGER, LIBTHRIFT, PROTOBUF, FORY),

    /** Three of eight fields of the small message. */
    VIEW_SMALL_3("view-small-3", OWN_EAGER, LIBTHRIFT, PROTOBUF, FORY, CAPNPROTO),

    /** 1 MB of numbers, from an array to an object to a new array. */
    MYTEST_BUILD_WRITE("mytest-build-write", LIBTHRIFT, PROTOBUF, FORY, CAPNPROTO),

    /** And back, every number looked at. */
    MYTEST_READ_TOUCH("mytest-read-touch", LIBTHRIFT, PROTOBUF, FORY, CAPNPROTO),

    /** 131,072 numbers of 64 bits to memory that is used again. */
    LIST_I64_ENCODE("list-i64-encode", LIBTHRIFT, PROTOBUF, FORY, MEMCPY),

    /** And back to a new list; the copy is one to a new array. */
    LIST_I64_DECODE("list-i64-decode", LIBTHRIFT, PROTOBUF, FORY, MEMCPY),

    /** 262,144 numbers of 32 bits to memory that is used again. */
    LIST_I32_ENCODE("list-i32-encode", LIBTHRIFT, PROTOBUF, FORY, MEMCPY),

    /** 320 mixed messages in one, to a new array. */
    LARGE_6M_ENCODE("large-6m-encode", LIBTHRIFT, PROTOBUF, FORY),

    /** And back. */
    LARGE_6M_DECODE("large-6m-decode", LIBTHRIFT, PROTOBUF, FORY),

    /** 64 KB of bytes: ours to a chain that shares them, others to a new array. */
    BINARY_64K_ENCODE("binary-64k-encode", LIBTHRIFT, PROTOBUF, FORY, MEMCPY);

    private final String label;
    private final List<ThriftContender> peers;

    ThriftCase(String label, ThriftContender... peers) {
        this.label = label;
        this.peers = List.of(peers);
    }

    /** In the order of the rows. */
    public List<ThriftContender> peers() {
        return peers;
    }

    static ThriftCase named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no such case: " + name + " (expected: one of " + List.of(values()) + ")"));
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
