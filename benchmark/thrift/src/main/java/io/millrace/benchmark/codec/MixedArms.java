package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.CodecArms;
import io.millrace.benchmark.codec.capnproto.CapnArms;
import io.millrace.benchmark.codec.fory.ForyMessages;
import io.millrace.benchmark.codec.fory.ForyMixed;
import io.millrace.benchmark.codec.libthrift.ApacheMessages;
import io.millrace.benchmark.codec.libthrift.ApacheMixed;
import io.millrace.benchmark.codec.message.Messages;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.protobuf.ProtoMessages;
import io.millrace.benchmark.codec.protobuf.message.ProtoMixed;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import io.millrace.thrift.Bytes;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.fory.Fory;

/** The cases of the mixed message. */
final class MixedArms {
    /** Neither is as long as any that a message has. */
    private static final String OTHER_NAME = "a name that is longer than those that were there before";

    private static final byte[] OTHER_BLOB =
            "another blob, ".repeat(200).getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final CodecSet<Mixed, ApacheMixed, ProtoMixed, ForyMixed> set;

    MixedArms(Fory fory) throws Exception {
        set = CodecSet.mixed(fory);
    }

    Map<ThriftContender, ArmSource> sources(ThriftCase benchCase, int bufferBytes) {
        return switch (benchCase) {
            case MIXED_ENCODE_NEW -> with(
                    set.all(CodecArms::encode), () -> capnproto().encode());
            case MIXED_ENCODE_POOLED -> with(
                    set.all(CodecArms::encodeAgain), () -> capnproto().encodeAgain(bufferBytes));
            case MIXED_DECODE -> set.all(CodecArms::decode);
            case MIXED_VIEW_3 -> three();
            case MIXED_VIEW_PATCH -> patch();
            default -> throw new IllegalArgumentException("not of the mixed message: " + benchCase);
        };
    }

    private static Map<ThriftContender, ArmSource> with(Map<ThriftContender, ArmSource> sources, ArmSource capnproto) {
        sources.put(ThriftContender.CAPNPROTO, capnproto);
        return sources;
    }

    private Map<ThriftContender, ArmSource> three() {
        Map<ThriftContender, ArmSource> sources = new EnumMap<>(ThriftContender.class);
        sources.put(ThriftContender.OURS, () -> ViewArms.threeOfMixed(set.ours().encoded()));
        sources.put(ThriftContender.OWN_EAGER, () -> set.ours().decode(ViewArms::threeOfMixed));
        sources.put(ThriftContender.LIBTHRIFT, () -> set.libthrift()
                .decode((object, sink) -> sink.take(ApacheMessages.touchThree(object))));
        sources.put(ThriftContender.PROTOBUF, () -> set.protobuf()
                .decode((object, sink) -> sink.take(ProtoMessages.touchThree(object))));
        sources.put(ThriftContender.FORY, () -> set.fory()
                .decode((object, sink) -> sink.take(ForyMessages.touchThree(object))));
        sources.put(ThriftContender.CAPNPROTO, () -> capnproto().touch(CapnArms::threeOfMixed));
        return sources;
    }

    private Map<ThriftContender, ArmSource> patch() {
        Map<ThriftContender, ArmSource> sources = new EnumMap<>(ThriftContender.class);
        sources.put(
                ThriftContender.OURS,
                () -> patched(set.ours(), ViewArms.patchMixed(set.ours().encoded(), OTHER_NAME, OTHER_BLOB)));
        sources.put(
                ThriftContender.OWN_EAGER,
                () -> patched(
                        set.ours(),
                        set.ours().patch((object, sink) -> ViewArms.patchMixed(object, sink, OTHER_NAME, OTHER_BLOB))));
        sources.put(
                ThriftContender.LIBTHRIFT,
                () -> patched(set.libthrift(), set.libthrift().patch((object, sink) -> {
                    sink.take(ApacheMessages.patch(object, OTHER_NAME, OTHER_BLOB));
                    return object;
                })));
        sources.put(
                ThriftContender.PROTOBUF,
                () -> patched(set.protobuf(), set.protobuf().patch((object, sink) -> {
                    sink.take(object.getId());
                    return ProtoMessages.patched(object, OTHER_NAME, OTHER_BLOB);
                })));
        sources.put(
                ThriftContender.FORY,
                () -> patched(set.fory(), set.fory().patch((object, sink) -> {
                    sink.take(ForyMessages.patch(object, OTHER_NAME, OTHER_BLOB));
                    return object;
                })));
        return sources;
    }

    private static <T> Arm patched(CodecArms<Mixed, T> arms, Arm arm) throws Exception {
        List<Mixed> expected = Messages.mixed();
        expected.forEach(message -> message.name(OTHER_NAME).blob(Bytes.wrap(OTHER_BLOB)));
        arms.verifyWritten("a patch", arm, expected);
        return arm;
    }

    private static CapnArms<Mixed> capnproto() throws IOException {
        CapnArms<Mixed> arms = CapnArms.mixed(Messages.mixed());
        arms.verify();
        return arms;
    }
}
