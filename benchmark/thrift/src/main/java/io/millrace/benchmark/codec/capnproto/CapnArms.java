package io.millrace.benchmark.codec.capnproto;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.Sink;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.message.Small;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.capnproto.MessageBuilder;
import org.capnproto.MessageReader;
import org.capnproto.PrimitiveList;

/**
 * Arms of one kind of message.
 *
 * @param <M> our generated class, from whose objects messages are built
 */
public final class CapnArms<M> {
    private final List<M> messages;
    private final Function<M, MessageBuilder> build;
    private final Function<MessageReader, M> content;

    private CapnArms(List<M> messages, Function<M, MessageBuilder> build, Function<MessageReader, M> content) {
        this.messages = messages;
        this.build = build;
        this.content = content;
    }

    /** Reads some fields of a message where it lies. */
    public interface Touch {
        /** Gives the sink what the fields say. */
        void fields(MessageReader message, Sink sink);
    }

    public static CapnArms<Small> small(List<Small> messages) {
        return new CapnArms<>(messages, CapnMessages::small, CapnMessages::small);
    }

    public static CapnArms<Mixed> mixed(List<Mixed> messages) {
        return new CapnArms<>(messages, CapnMessages::mixed, CapnMessages::mixed);
    }

    public static CapnArms<MyTest> myTest(List<MyTest> messages) {
        return new CapnArms<>(messages, CapnArms::builder, CapnMessages::myTest);
    }

    private static MessageBuilder builder(MyTest from) {
        var ano = Objects.requireNonNull(from.ano());
        return CapnMessages.myTest(
                from.number(),
                ano.id(),
                Objects.requireNonNull(ano.name()),
                Objects.requireNonNull(from.numbers()).toArray());
    }

    /** Builds the message and writes it to a new array. */
    public Arm encode() {
        return (turn, sink) -> sink.take(CapnBytes.of(build.apply(messages.get(turn & (messages.size() - 1)))));
    }

    /** Builds the message and writes it to memory used again; what it is built in is not. */
    public Arm encodeAgain(int bufferBytes) {
        byte[] buffer = new byte[bufferBytes];
        return (turn, sink) ->
                sink.take(CapnBytes.write(build.apply(messages.get(turn & (messages.size() - 1))), buffer));
    }

    /** Reads some fields. */
    public Arm touch(Touch touch) throws IOException {
        List<byte[]> encoded = new ArrayList<>();
        for (M message : messages) {
            encoded.add(CapnBytes.of(build.apply(message)));
        }
        return (turn, sink) -> touch.fields(CapnBytes.read(encoded.get(turn & (encoded.size() - 1))), sink);
    }

    /** Builds a message of a long list from numbers in an array, and writes it to a new array. */
    public static Arm build(List<long[]> numbers, String name) {
        return (turn, sink) -> {
            int index = turn & (numbers.size() - 1);
            sink.take(CapnBytes.of(CapnMessages.myTest(index, index, name, numbers.get(index))));
        };
    }

    /** Fails unless every message is the same after it was written and read. */
    public void verify() throws IOException {
        byte[] buffer = new byte[4 << 20];
        for (M message : messages) {
            byte[] bytes = CapnBytes.of(build.apply(message));
            int again = CapnBytes.write(build.apply(message), buffer);
            if (!message.equals(content.apply(CapnBytes.read(bytes)))
                    || !Arrays.equals(bytes, Arrays.copyOf(buffer, again))) {
                throw new IllegalStateException(
                        "capnproto reads another message: " + message.getClass().getSimpleName());
            }
        }
    }

    /** Id, name and score. */
    public static void threeOfSmall(MessageReader message, Sink sink) {
        CapnSmall.Reader root = message.getRoot(CapnSmall.FACTORY);
        sink.take(root.getId() + root.getName().toString().length() + (long) root.getScore());
    }

    /** Version, name and codes, of which the last is looked at: a list is read where it lies. */
    public static void threeOfMixed(MessageReader message, Sink sink) {
        CapnMixed.Reader root = message.getRoot(CapnMixed.FACTORY);
        PrimitiveList.Int.Reader codes = root.getCodes();
        sink.take((long) root.getVersion() + root.getName().toString().length() + codes.get(codes.size() - 1));
    }

    /** Every number of the long list, and the rest. */
    public static void allOfMyTest(MessageReader message, Sink sink) {
        CapnMyTest.Reader root = message.getRoot(CapnMyTest.FACTORY);
        PrimitiveList.Long.Reader numbers = root.getNumbers();
        long sum = root.getNumber() + root.getAno().getName().toString().length();
        for (int i = 0; i < numbers.size(); i++) {
            sum += numbers.get(i);
        }
        sink.take(sum);
    }
}
