package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.Codec;
import io.millrace.benchmark.codec.arm.CodecArms;
import io.millrace.benchmark.codec.arm.OurCodec;
import io.millrace.benchmark.codec.fory.ForyCodec;
import io.millrace.benchmark.codec.fory.ForyMessages;
import io.millrace.benchmark.codec.fory.ForyMixed;
import io.millrace.benchmark.codec.fory.ForyMyTest;
import io.millrace.benchmark.codec.fory.ForySmall;
import io.millrace.benchmark.codec.libthrift.ApacheMessages;
import io.millrace.benchmark.codec.libthrift.ApacheMixed;
import io.millrace.benchmark.codec.libthrift.ApacheMyTest;
import io.millrace.benchmark.codec.libthrift.ApacheSmall;
import io.millrace.benchmark.codec.libthrift.LibthriftCodec;
import io.millrace.benchmark.codec.message.Messages;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.message.Small;
import io.millrace.benchmark.codec.protobuf.ProtoMessages;
import io.millrace.benchmark.codec.protobuf.ProtobufCodec;
import io.millrace.benchmark.codec.protobuf.message.ProtoMixed;
import io.millrace.benchmark.codec.protobuf.message.ProtoMyTest;
import io.millrace.benchmark.codec.protobuf.message.ProtoSmall;
import io.millrace.benchmark.thrift.ThriftContender;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.fory.Fory;

/**
 * The four libraries that all make objects of bytes, for one kind of message. What it gives has been verified.
 *
 * @param <M> our class
 * @param <A> Apache's
 * @param <P> that of Protocol Buffers
 * @param <F> Fory's
 */
final class CodecSet<M, A, P, F> {
    private static final int KIB = 1 << 10;
    private static final int BIG_BYTES = 2 << 20;
    private static final String SAME_BYTES = "libthrift and ours write different bytes: ";

    private final CodecArms<M, M> ours;
    private final CodecArms<M, A> libthrift;
    private final CodecArms<M, P> protobuf;
    private final CodecArms<M, F> fory;

    CodecSet(List<M> messages, Codec<M, M> ours, Codec<M, A> libthrift, Codec<M, P> protobuf, Codec<M, F> fory) {
        this.ours = new CodecArms<>(ours, messages);
        this.libthrift = new CodecArms<>(libthrift, messages);
        this.protobuf = new CodecArms<>(protobuf, messages);
        this.fory = new CodecArms<>(fory, messages);
    }

    /** Makes an arm of one library's. */
    interface Use {
        /** The arm. */
        Arm of(CodecArms<?, ?> arms) throws Exception;
    }

    static CodecSet<Small, ApacheSmall, ProtoSmall, ForySmall> small(Fory fory) throws Exception {
        return new CodecSet<>(
                Messages.small(),
                new OurCodec<>(Small.TYPE),
                new LibthriftCodec<>(ApacheSmall::new, ApacheMessages::small, ApacheMessages::small, KIB),
                new ProtobufCodec<>(ProtoSmall.parser(), ProtoMessages::small, ProtoMessages::small, KIB),
                new ForyCodec<>(fory, ForySmall.class, ForyMessages::small, ForyMessages::small, KIB));
    }

    static CodecSet<Mixed, ApacheMixed, ProtoMixed, ForyMixed> mixed(Fory fory) throws Exception {
        int bytes = 64 * KIB;
        return new CodecSet<>(
                Messages.mixed(),
                new OurCodec<>(Mixed.TYPE),
                new LibthriftCodec<>(ApacheMixed::new, ApacheMessages::mixed, ApacheMessages::mixed, bytes),
                new ProtobufCodec<>(ProtoMixed.parser(), ProtoMessages::mixed, ProtoMessages::mixed, bytes),
                new ForyCodec<>(fory, ForyMixed.class, ForyMessages::mixed, ForyMessages::mixed, bytes));
    }

    static CodecSet<MyTest, ApacheMyTest, ProtoMyTest, ForyMyTest> myTest(Fory fory) throws Exception {
        return new CodecSet<>(
                Messages.myTest(),
                new OurCodec<>(MyTest.TYPE),
                new LibthriftCodec<>(ApacheMyTest::new, ApacheMessages::myTest, ApacheMessages::myTest, BIG_BYTES),
                new ProtobufCodec<>(ProtoMyTest.parser(), ProtoMessages::myTest, ProtoMessages::myTest, BIG_BYTES),
                new ForyCodec<>(fory, ForyMyTest.class, ForyMessages::myTest, ForyMessages::myTest, BIG_BYTES));
    }

    CodecArms<M, M> ours() throws Exception {
        ours.verify(ThriftContender.OURS.toString());
        return ours;
    }

    /** Byte for byte as ours writes them. */
    CodecArms<M, A> libthrift() throws Exception {
        libthrift.verify(ThriftContender.LIBTHRIFT.toString());
        List<byte[]> theirs = libthrift.encoded();
        List<byte[]> mine = ours.encoded();
        for (int i = 0; i < mine.size(); i++) {
            if (!Arrays.equals(mine.get(i), theirs.get(i))) {
                throw new IllegalStateException(
                        SAME_BYTES + ours.messages().get(i).getClass().getSimpleName());
            }
        }
        return libthrift;
    }

    CodecArms<M, P> protobuf() throws Exception {
        protobuf.verify(ThriftContender.PROTOBUF.toString());
        return protobuf;
    }

    CodecArms<M, F> fory() throws Exception {
        fory.verify(ThriftContender.FORY.toString());
        return fory;
    }

    /** The same use of each. */
    Map<ThriftContender, ArmSource> all(Use use) {
        Map<ThriftContender, ArmSource> sources = new EnumMap<>(ThriftContender.class);
        sources.put(ThriftContender.OURS, () -> use.of(ours()));
        sources.put(ThriftContender.LIBTHRIFT, () -> use.of(libthrift()));
        sources.put(ThriftContender.PROTOBUF, () -> use.of(protobuf()));
        sources.put(ThriftContender.FORY, () -> use.of(fory()));
        return sources;
    }
}
