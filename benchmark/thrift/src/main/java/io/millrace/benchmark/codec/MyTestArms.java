package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.CodecArms;
import io.millrace.benchmark.codec.capnproto.CapnArms;
import io.millrace.benchmark.codec.fory.ForyMessages;
import io.millrace.benchmark.codec.fory.ForyMyTest;
import io.millrace.benchmark.codec.libthrift.ApacheMessages;
import io.millrace.benchmark.codec.libthrift.ApacheMyTest;
import io.millrace.benchmark.codec.message.Ano;
import io.millrace.benchmark.codec.message.Messages;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.protobuf.ProtoMessages;
import io.millrace.benchmark.codec.protobuf.message.ProtoMyTest;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import io.millrace.thrift.LongList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.fory.Fory;

/** The cases of the message that is one long list. */
final class MyTestArms {
    private static final String NAME = "sixteen letters!";

    private final CodecSet<MyTest, ApacheMyTest, ProtoMyTest, ForyMyTest> set;
    private final List<long[]> numbers = new ArrayList<>();

    MyTestArms(Fory fory) throws Exception {
        set = CodecSet.myTest(fory);
        for (MyTest message : Messages.myTest()) {
            numbers.add(Objects.requireNonNull(message.numbers()).toArray());
        }
    }

    Map<ThriftContender, ArmSource> sources(ThriftCase benchCase) {
        return switch (benchCase) {
            case MYTEST_BUILD_WRITE -> build();
            case MYTEST_READ_TOUCH -> touch();
            case LIST_I64_ENCODE -> with(
                    set.all(CodecArms::encodeAgain),
                    () -> Copies.again(set.ours().encoded()));
            case LIST_I64_DECODE -> with(
                    set.all(CodecArms::decode), () -> Copies.fresh(set.ours().encoded()));
            default -> throw new IllegalArgumentException("not of the long list: " + benchCase);
        };
    }

    private static Map<ThriftContender, ArmSource> with(Map<ThriftContender, ArmSource> sources, ArmSource copy) {
        sources.put(ThriftContender.MEMCPY, copy);
        return sources;
    }

    private Map<ThriftContender, ArmSource> build() {
        Map<ThriftContender, ArmSource> sources = new EnumMap<>(ThriftContender.class);
        sources.put(ThriftContender.OURS, () -> built(set.ours(), set.ours().build(this::message)));
        sources.put(
                ThriftContender.LIBTHRIFT,
                () -> built(
                        set.libthrift(),
                        set.libthrift().build(i -> ApacheMessages.myTest(i, i, NAME, numbers.get(i)))));
        sources.put(
                ThriftContender.PROTOBUF,
                () -> built(
                        set.protobuf(), set.protobuf().build(i -> ProtoMessages.myTest(i, i, NAME, numbers.get(i)))));
        sources.put(
                ThriftContender.FORY,
                () -> built(set.fory(), set.fory().build(i -> ForyMessages.myTest(i, i, NAME, numbers.get(i)))));
        sources.put(ThriftContender.CAPNPROTO, () -> {
            capnproto();
            return CapnArms.build(numbers, NAME);
        });
        return sources;
    }

    private MyTest message(int index) {
        return new MyTest().number(index).ano(new Ano().id(index).name(NAME)).numbers(LongList.of(numbers.get(index)));
    }

    private <T> Arm built(CodecArms<MyTest, T> arms, Arm arm) throws Exception {
        List<MyTest> expected = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            expected.add(message(i));
        }
        arms.verifyWritten("a build", arm, expected);
        return arm;
    }

    private Map<ThriftContender, ArmSource> touch() {
        Map<ThriftContender, ArmSource> sources = new EnumMap<>(ThriftContender.class);
        sources.put(ThriftContender.OURS, () -> set.ours().decode(ViewArms::allOfMyTest));
        sources.put(ThriftContender.LIBTHRIFT, () -> set.libthrift()
                .decode((object, sink) -> sink.take(ApacheMessages.touch(object))));
        sources.put(ThriftContender.PROTOBUF, () -> set.protobuf()
                .decode((object, sink) -> sink.take(ProtoMessages.touch(object))));
        sources.put(
                ThriftContender.FORY, () -> set.fory().decode((object, sink) -> sink.take(ForyMessages.touch(object))));
        sources.put(ThriftContender.CAPNPROTO, () -> capnproto().touch(CapnArms::allOfMyTest));
        return sources;
    }

    private static CapnArms<MyTest> capnproto() throws Exception {
        CapnArms<MyTest> arms = CapnArms.myTest(Messages.myTest());
        arms.verify();
        return arms;
    }
}
