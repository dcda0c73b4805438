package io.millrace.benchmark.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
class DubboStubConnectionTest {
    private final StubPort port = new StubPort("test", 2);
    private final AtomicLong delayNanos = new AtomicLong();
    private final EmbeddedChannel channel = open();

    private EmbeddedChannel open() {
        EmbeddedChannel opened = new EmbeddedChannel();
        opened.pipeline().addLast(new DubboStubConnection(port, new DelayLine(opened.eventLoop()), delayNanos));
        return opened;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private String exchange(byte[]... reads) {
        for (byte[] read : reads) {
            channel.writeInbound(Unpooled.wrappedBuffer(read));
        }
        StringBuilder answers = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            answers.append(ByteBufUtil.hexDump(out));
            out.release();
        }
        return answers.toString();
    }

    @Test
    void answersAHeartbeatInItsSerializationWithItsId() {
        assertThat(exchange(DubboBytes.hessian2().raw("4e").frame(0xe2, 7)))
                .isEqualTo("dabb2214" + "0000000000000007" + "00000001" + "4e");
        assertThat(exchange(DubboBytes.hessian2().raw("6e756c6c0a").frame(0xe6, 8)))
                .isEqualTo("dabb2614" + "0000000000000008" + "00000005" + "6e756c6c0a");
    }

    @Test
    void answersWithAttachmentsOnlyWhereTheVersionHasThem() {
        // "hello".hashCode() is 99162322, 0x05e918d2.
        assertThat(exchange(DubboBytes.hessian2Call(1, "2.0.2", "hello")))
                .isEqualTo("dabb0214" + "0000000000000001" + "00000008" + "94" + "4905e918d2" + "485a");
        assertThat(exchange(DubboBytes.hessian2Call(2, "2.6.1", "hello")))
                .isEqualTo("dabb0214" + "0000000000000002" + "00000006" + "91" + "4905e918d2");
    }

    @Test
    void writesSmallHashesShort() {
        assertThat(exchange(DubboBytes.hessian2Call(1, "2.6.1", ""))).endsWith("9190");
        assertThat(exchange(DubboBytes.hessian2Call(1, "2.6.1", "a"))).endsWith("91" + "c861");
        assertThat(exchange(DubboBytes.hessian2Call(1, "2.6.1", "zz"))).endsWith("91" + "d40f40");
    }

    @Test
    void speaksFastjson() {
        assertThat(exchange(DubboBytes.fastjsonCall(3, "\"hello\"")))
                .isEqualTo("dabb0614" + "0000000000000003" + "0000000b" + hex("1\n99162322\n"));
        assertThat(exchange(DubboBytes.fastjsonCall(4, "\"\\u00e9\\n\\\"é\uD83D\uDE00\"")))
                .endsWith(hex("1\n" + "é\n\"é\uD83D\uDE00".hashCode() + "\n"));
    }

    private static String hex(String text) {
        return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void readsACallThatIsSplitAnywhere() {
        byte[] call = DubboBytes.hessian2Call(5, "2.0.2", "x".repeat(40));
        String whole = exchange(call);
        assertThat(whole).isNotEmpty();
        for (int cut = 1; cut < call.length; cut++) {
            assertThat(exchange(Arrays.copyOf(call, cut), Arrays.copyOfRange(call, cut, call.length)))
                    .as("cut at %s", cut)
                    .isEqualTo(whole);
        }
    }

    @Test
    void answersAllCallsOfOneReadInOneWrite() {
        byte[] first = DubboBytes.hessian2Call(1, "2.0.2", "a");
        byte[] second = DubboBytes.hessian2Call(2, "2.0.2", "b");
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);

        channel.writeInbound(Unpooled.wrappedBuffer(both));

        ByteBuf out = channel.readOutbound();
        assertThat(out.getLong(4)).isEqualTo(1);
        assertThat(out.getLong(4 + 16 + 5)).isEqualTo(2);
        assertThat((Object) channel.readOutbound()).isNull();
        out.release();
    }

    @Test
    void hashesEveryKindOfText() {
        String mixed = "ascii é ü 中文 \uD83D\uDE00 ".repeat(70);
        assertThat(exchange(DubboBytes.hessian2Call(1, "2.6.1", mixed)))
                .endsWith(String.format("9149%08x", mixed.hashCode()));
        byte[] chunked = DubboBytes.hessian2()
                .text("2.6.1")
                .text("s")
                .raw("4e")
                .text("m")
                .text(DubboBytes.TYPES)
                .chunkedText(mixed, 100)
                .raw("4e")
                .frame(0xc2, 9);
        assertThat(exchange(chunked)).endsWith(String.format("9149%08x", mixed.hashCode()));
    }

    @Test
    void walksAttachmentsThatAreNotTexts() {
        byte[] call = DubboBytes.hessian2()
                .text("2.0.2")
                .text("s")
                .text("0.0.0")
                .text("m")
                .text(DubboBytes.TYPES)
                .text("a")
                .raw("48 01 61 90 01 62 54 01 63 4900000001 01 64 48 01 65 4e 5a 01 66 5900000001 5a")
                .frame(0xc2, 9);
        assertThat(exchange(call)).contains("0000000000000009").startsWith("dabb0214");
    }

    @Test
    void leavesAOneWayCallWithoutAnswer() {
        byte[] call = DubboBytes.hessian2Call(1, "2.0.2", "a");
        call[2] = (byte) 0x82;
        assertThat(exchange(call)).isEmpty();
        assertThat(port.toString()).contains("answered=1");
    }

    @Test
    void refusesWithStatus100WhatPassesItsLimit() {
        delayNanos.set(60_000_000_000L);
        byte[] call = DubboBytes.hessian2Call(1, "2.0.2", "a");
        assertThat(exchange(call, call)).isEmpty();
        assertThat(exchange(call)).startsWith("dabb0264" + "0000000000000001");
        assertThat(port.toString()).contains("refused=1").contains("inFlightMax=2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "474554202f20485454502f312e310d0a", // "GET / HTTP/1.1"
                "dabbc200 0000000000000001 7fffffff", // too long
                "dabbc200 0000000000000001 ffffffff", // negative
                "dabbc300 0000000000000001 00000000", // Java serialization
                "dabb0214 0000000000000001 00000001 90", // an answer to no call
                "dabbc200 0000000000000001 00000000", // an empty body
                "dabbc200 0000000000000001 00000001 4e", // no Dubbo version
                "dabbc200 0000000000000001 00000003 05 3232", // a text that passes the body
            })
    void closesWhoeverSendsWhatIsNotACall(String frame) {
        assertThat(exchange(ByteBufUtil.decodeHexDump(frame.replace(" ", "")))).isEmpty();
        assertThat(channel.isOpen()).isFalse();
        assertThat(port.toString()).contains("malformed=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4e 00", "48 01 61", "48 01 61 01 62"})
    void closesACallWhoseAttachmentsAreMissingOrNotTheEnd(String attachments) {
        byte[] call = DubboBytes.hessian2()
                .text("2.0.2")
                .text("s")
                .text("0.0.0")
                .text("m")
                .text(DubboBytes.TYPES)
                .text("a")
                .raw(attachments)
                .frame(0xc2, 1);
        assertThat(exchange(call)).isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"I", "Ljava/lang/Object;", ""})
    void closesACallWithOtherParameterTypes(String types) {
        byte[] call = DubboBytes.hessian2()
                .text("2.0.2")
                .text("s")
                .text("0.0.0")
                .text("m")
                .text(types)
                .text("a")
                .raw("4e")
                .frame(0xc2, 1);
        assertThat(exchange(call)).isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }
}
