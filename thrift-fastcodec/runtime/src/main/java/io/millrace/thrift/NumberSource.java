package io.millrace.thrift;

/** Numbers of a list that the binary protocol's writer asks for piece by piece, because they do not fit at once. */
@FunctionalInterface
interface NumberSource {
    /** Puts {@code count} numbers from {@code index} into an array, in network order. */
    void put(int index, int count, byte[] to, int at);
}
