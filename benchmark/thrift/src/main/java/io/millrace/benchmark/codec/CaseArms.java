package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.CodecArms;
import io.millrace.benchmark.codec.arm.OurCodec;
import io.millrace.benchmark.codec.arm.Sink;
import io.millrace.benchmark.codec.fory.ForyBlob;
import io.millrace.benchmark.codec.fory.ForyCodec;
import io.millrace.benchmark.codec.fory.ForyCodes;
import io.millrace.benchmark.codec.fory.ForyLarge;
import io.millrace.benchmark.codec.fory.ForyMessages;
import io.millrace.benchmark.codec.libthrift.ApacheBlob;
import io.millrace.benchmark.codec.libthrift.ApacheCodes;
import io.millrace.benchmark.codec.libthrift.ApacheLarge;
import io.millrace.benchmark.codec.libthrift.ApacheMessages;
import io.millrace.benchmark.codec.libthrift.LibthriftCodec;
import io.millrace.benchmark.codec.message.Blob;
import io.millrace.benchmark.codec.message.Codes;
import io.millrace.benchmark.codec.message.Large;
import io.millrace.benchmark.codec.message.Messages;
import io.millrace.benchmark.codec.protobuf.ProtoMessages;
import io.millrace.benchmark.codec.protobuf.ProtobufCodec;
import io.millrace.benchmark.codec.protobuf.message.ProtoBlob;
import io.millrace.benchmark.codec.protobuf.message.ProtoCodes;
import io.millrace.benchmark.codec.protobuf.message.ProtoLarge;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.fory.Fory;

/** The arms of each case; one instance has one of Fory, which makes its code once. */
final class CaseArms {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int BIG_BYTES = 2 << 20;
    private static final int LARGE_BYTES = 16 << 20;

    /** Of these, all read the same fields of the same messages: their sums have to agree. */
    private static final Set<ThriftCase> SUMS =
            Set.of(ThriftCase.MIXED_VIEW_3, ThriftCase.VIEW_SMALL_3, ThriftCase.MYTEST_READ_TOUCH);

    private final Fory fory = ForyCodec.create();

    /**
     * The arms that are wanted, ours first; each has been shown to do its work right.
     *
     * @param failures takes the peers that cannot, and why
     * @throws Exception where ours cannot
     */
    Map<ThriftContender, Arm> of(
            ThriftCase benchCase, Set<ThriftContender> wanted, BiConsumer<ThriftContender, String> failures)
            throws Exception {
        Map<ThriftContender, ArmSource> sources = sources(benchCase);
        Map<ThriftContender, Arm> arms = new EnumMap<>(ThriftContender.class);
        Arm ours = source(sources, ThriftContender.OURS).arm();
        arms.put(ThriftContender.OURS, ours);
        for (ThriftContender peer : benchCase.peers()) {
            if (wanted.contains(peer)) {
                try {
                    Arm arm = source(sources, peer).arm();
                    if (SUMS.contains(benchCase)) {
                        compare(ours, arm);
                    }
                    arms.put(peer, arm);
                } catch (Exception | LinkageError e) {
                    failures.accept(peer, String.valueOf(e));
                }
            }
        }
        return arms;
    }

    private static ArmSource source(Map<ThriftContender, ArmSource> sources, ThriftContender contender) {
        ArmSource source = sources.get(contender);
        if (source == null) {
            throw new IllegalStateException("no arm: " + contender);
        }
        return source;
    }

    private static void compare(Arm ours, Arm theirs) throws Exception {
        for (int turn = 0; turn < 4; turn++) {
            Sink mine = new Sink();
            Sink other = new Sink();
            ours.once(turn, mine);
            theirs.once(turn, other);
            if (mine.sum() != other.sum()) {
                throw new IllegalStateException(
                        "reads other fields: sum=" + other.sum() + " (expected: " + mine.sum() + ")");
            }
        }
    }

    private Map<ThriftContender, ArmSource> sources(ThriftCase benchCase) throws Exception {
        return switch (benchCase) {
            case SMALL_ENCODE, SMALL_DECODE, VIEW_SMALL_3 -> new SmallArms(fory).sources(benchCase);
            case MIXED_ENCODE_NEW, MIXED_ENCODE_POOLED, MIXED_DECODE, MIXED_VIEW_3, MIXED_VIEW_PATCH -> new MixedArms(
                            fory)
                    .sources(benchCase, BUFFER_BYTES);
            case MYTEST_BUILD_WRITE, MYTEST_READ_TOUCH, LIST_I64_ENCODE, LIST_I64_DECODE -> new MyTestArms(fory)
                    .sources(benchCase);
            case LIST_I32_ENCODE -> codes();
            case LARGE_6M_ENCODE -> large().all(CodecArms::encode);
            case LARGE_6M_DECODE -> large().all(CodecArms::decode);
            case BINARY_64K_ENCODE -> blobs();
        };
    }

    private Map<ThriftContender, ArmSource> codes() throws Exception {
        CodecSet<Codes, ApacheCodes, ProtoCodes, ForyCodes> set = new CodecSet<>(
                Messages.codes(),
                new OurCodec<>(Codes.TYPE),
                new LibthriftCodec<>(ApacheCodes::new, ApacheMessages::codes, ApacheMessages::codes, BIG_BYTES),
                new ProtobufCodec<>(ProtoCodes.parser(), ProtoMessages::codes, ProtoMessages::codes, BIG_BYTES),
                new ForyCodec<>(fory, ForyCodes.class, ForyMessages::codes, ForyMessages::codes, BIG_BYTES));
        Map<ThriftContender, ArmSource> sources = set.all(CodecArms::encodeAgain);
        sources.put(ThriftContender.MEMCPY, () -> Copies.again(set.ours().encoded()));
        return sources;
    }

    private CodecSet<Large, ApacheLarge, ProtoLarge, ForyLarge> large() throws Exception {
        return new CodecSet<>(
                Messages.large(),
                new OurCodec<>(Large.TYPE),
                new LibthriftCodec<>(ApacheLarge::new, ApacheMessages::large, ApacheMessages::large, LARGE_BYTES),
                new ProtobufCodec<>(ProtoLarge.parser(), ProtoMessages::large, ProtoMessages::large, LARGE_BYTES),
                new ForyCodec<>(fory, ForyLarge.class, ForyMessages::large, ForyMessages::large, LARGE_BYTES));
    }

    private Map<ThriftContender, ArmSource> blobs() throws Exception {
        List<Blob> blobs = Messages.blobs();
        CodecSet<Blob, ApacheBlob, ProtoBlob, ForyBlob> set = new CodecSet<>(
                blobs,
                new OurCodec<>(Blob.TYPE),
                new LibthriftCodec<>(ApacheBlob::new, ApacheMessages::blob, ApacheMessages::blob, BIG_BYTES),
                new ProtobufCodec<>(ProtoBlob.parser(), ProtoMessages::blob, ProtoMessages::blob, BIG_BYTES),
                new ForyCodec<>(fory, ForyBlob.class, ForyMessages::blob, ForyMessages::blob, BIG_BYTES));
        Map<ThriftContender, ArmSource> sources = set.all(CodecArms::encode);
        sources.put(ThriftContender.OURS, () -> {
            ViewArms.verifyChained(set.ours().messages());
            return ViewArms.chained(blobs);
        });
        sources.put(ThriftContender.MEMCPY, () -> Copies.again(set.ours().encoded()));
        return sources;
    }
}
