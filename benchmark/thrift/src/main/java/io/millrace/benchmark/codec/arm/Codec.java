package io.millrace.benchmark.codec.arm;

/**
 * What one library does with one kind of message. Objects of our own generated class say what the content is; {@link #make} and {@link #content} are for preparing and
 * verifying and are in no measured time. One thread at a time.
 *
 * @param <M> our generated class
 * @param <T> the library's class for the same message
 */
public interface Codec<M, T> {
    /** The library's object with the content of ours, sharing none of its lists. */
    T make(M message) throws Exception;

    /** What the library's object holds, as an object of ours. */
    M content(T object) throws Exception;

    /** The object in a new array of exactly its size. */
    byte[] encode(T object) throws Exception;

    /** The object in memory that is used again by the next call; how many bytes it has. */
    int encodeAgain(T object) throws Exception;

    /** A copy of what {@link #encodeAgain} wrote last. */
    byte[] lastEncoded();

    /** The object that {@link #encode} wrote. */
    T decode(byte[] bytes) throws Exception;
}
