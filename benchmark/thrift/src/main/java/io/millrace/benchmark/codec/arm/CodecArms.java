package io.millrace.benchmark.codec.arm;

import java.util.ArrayList;
import java.util.List;

/**
 * One library's arms for one kind of message: each works on its own copies of the same messages.
 *
 * @param <M> our generated class
 * @param <T> the library's class
 */
public final class CodecArms<M, T> {
    private final Codec<M, T> codec;
    private final List<M> messages;

    /** @param messages as many as a power of two, so that taking turns costs nothing to speak of */
    public CodecArms(Codec<M, T> codec, List<M> messages) {
        if (Integer.bitCount(messages.size()) != 1) {
            throw new IllegalArgumentException("messages: " + messages.size() + " (expected: a power of two)");
        }
        this.codec = codec;
        this.messages = messages;
    }

    /** Makes an object once more, from numbers and strings of the application's own. */
    public interface Build<T> {
        /** The object for the message of that index. */
        T of(int index) throws Exception;
    }

    /** Reads some fields of a decoded object. */
    public interface Touch<T> {
        /** Gives the sink what the fields say. */
        void fields(T object, Sink sink) throws Exception;
    }

    /** Changes a decoded object. */
    public interface Patch<T> {
        /** The object with other values; the same one where it can change. */
        T apply(T object, Sink sink) throws Exception;
    }

    /** Object to new array. */
    public Arm encode() throws Exception {
        List<T> objects = objects();
        return (turn, sink) -> sink.take(codec.encode(objects.get(turn & (objects.size() - 1))));
    }

    /** Object to memory used again. */
    public Arm encodeAgain() throws Exception {
        List<T> objects = objects();
        return (turn, sink) -> sink.take(codec.encodeAgain(objects.get(turn & (objects.size() - 1))));
    }

    /** Array to object. */
    public Arm decode() throws Exception {
        List<byte[]> encoded = encoded();
        return (turn, sink) -> sink.take(codec.decode(encoded.get(turn & (encoded.size() - 1))));
    }

    /** Array to object to a few of its fields. */
    public Arm decode(Touch<T> touch) throws Exception {
        List<byte[]> encoded = encoded();
        return (turn, sink) -> {
            T object = codec.decode(encoded.get(turn & (encoded.size() - 1)));
            touch.fields(object, sink);
            sink.take(object);
        };
    }

    /** Array to object, changed, to new array. */
    public Arm patch(Patch<T> patch) throws Exception {
        List<byte[]> encoded = encoded();
        return (turn, sink) ->
                sink.take(codec.encode(patch.apply(codec.decode(encoded.get(turn & (encoded.size() - 1))), sink)));
    }

    /** Values to object to new array. */
    public Arm build(Build<T> build) {
        int mask = messages.size() - 1;
        return (turn, sink) -> sink.take(codec.encode(build.of(turn & mask)));
    }

    /**
     * Fails unless every message is the same after the library has had it, both ways of encoding give the same bytes, and they can be had twice.
     *
     * @throws IllegalStateException naming the message
     */
    public void verify(String who) throws Exception {
        for (M message : messages) {
            T object = codec.make(message);
            byte[] encoded = codec.encode(object);
            check(message.equals(codec.content(codec.decode(encoded))), who, "decodes to another message", message);
            check(codec.encodeAgain(object) == codec.lastEncoded().length, who, "counts its bytes wrong", message);
            check(
                    message.equals(codec.content(codec.decode(codec.lastEncoded()))),
                    who,
                    "writes other bytes to memory used again",
                    message);
        }
    }

    /** Fails unless an arm writes what this library reads as the messages given, turn by turn. */
    public void verifyWritten(String who, Arm arm, List<M> expected) throws Exception {
        for (int turn = 0; turn < expected.size(); turn++) {
            Sink sink = new Sink();
            arm.once(turn, sink);
            M written = codec.content(codec.decode((byte[]) sink.last()));
            check(expected.get(turn).equals(written), who, "writes another message", expected.get(turn));
        }
    }

    /** The messages that the arms work on. */
    public List<M> messages() {
        return messages;
    }

    /** What the messages encode to, in their order. */
    public List<byte[]> encoded() throws Exception {
        List<byte[]> encoded = new ArrayList<>();
        for (T object : objects()) {
            encoded.add(codec.encode(object));
        }
        return encoded;
    }

    private List<T> objects() throws Exception {
        List<T> objects = new ArrayList<>();
        for (M message : messages) {
            objects.add(codec.make(message));
        }
        return objects;
    }

    private static void check(boolean right, String who, String what, Object message) {
        if (!right) {
            throw new IllegalStateException(
                    who + " " + what + ": " + message.getClass().getSimpleName());
        }
    }
}
