package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.CodecArms;
import io.millrace.benchmark.codec.capnproto.CapnArms;
import io.millrace.benchmark.codec.fory.ForyMessages;
import io.millrace.benchmark.codec.fory.ForySmall;
import io.millrace.benchmark.codec.libthrift.ApacheMessages;
import io.millrace.benchmark.codec.libthrift.ApacheSmall;
import io.millrace.benchmark.codec.message.Messages;
import io.millrace.benchmark.codec.message.Small;
import io.millrace.benchmark.codec.protobuf.ProtoMessages;
import io.millrace.benchmark.codec.protobuf.message.ProtoSmall;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.fory.Fory;

/** The cases of the small message. */
final class SmallArms {
    private final CodecSet<Small, ApacheSmall, ProtoSmall, ForySmall> set;

    SmallArms(Fory fory) throws Exception {
        set = CodecSet.small(fory);
    }

    Map<ThriftContender, ArmSource> sources(ThriftCase benchCase) {
        return switch (benchCase) {
            case SMALL_ENCODE -> encode();
            case SMALL_DECODE -> set.all(CodecArms::decode);
            case VIEW_SMALL_3 -> three();
            default -> throw new IllegalArgumentException("not of the small message: " + benchCase);
        };
    }

    private Map<ThriftContender, ArmSource> encode() {
        Map<ThriftContender, ArmSource> sources = set.all(CodecArms::encode);
        sources.put(ThriftContender.CAPNPROTO, () -> capnproto().encode());
        return sources;
    }

    private Map<ThriftContender, ArmSource> three() {
        Map<ThriftContender, ArmSource> sources = new EnumMap<>(ThriftContender.class);
        sources.put(ThriftContender.OURS, () -> ViewArms.threeOfSmall(set.ours().encoded()));
        sources.put(ThriftContender.OWN_EAGER, () -> set.ours().decode(ViewArms::threeOfSmall));
        sources.put(ThriftContender.LIBTHRIFT, () -> set.libthrift()
                .decode((object, sink) -> sink.take(ApacheMessages.touchThree(object))));
        sources.put(ThriftContender.PROTOBUF, () -> set.protobuf()
                .decode((object, sink) -> sink.take(ProtoMessages.touchThree(object))));
        sources.put(ThriftContender.FORY, () -> set.fory()
                .decode((object, sink) -> sink.take(ForyMessages.touchThree(object))));
        sources.put(ThriftContender.CAPNPROTO, () -> capnproto().touch(CapnArms::threeOfSmall));
        return sources;
    }

    private static CapnArms<Small> capnproto() throws IOException {
        CapnArms<Small> arms = CapnArms.small(Messages.small());
        arms.verify();
        return arms;
    }
}
