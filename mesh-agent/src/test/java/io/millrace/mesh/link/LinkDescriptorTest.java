package io.millrace.mesh.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.mesh.MethodKey;
import io.millrace.registry.ServiceKey;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds the bytes against docs/formats/mesh-link.md, whose examples stand here. */
class LinkDescriptorTest {
    @Test
    void offsetsAddUp() {
        assertThat(LinkDescriptor.MAGIC_OFFSET).isZero();
        assertThat(LinkDescriptor.VERSION_OFFSET).isEqualTo(2);
        assertThat(LinkDescriptor.KIND_OFFSET).isEqualTo(3);
        assertThat(LinkDescriptor.FLAGS_OFFSET).isEqualTo(4);
        assertThat(LinkDescriptor.PROTOCOL_OFFSET).isEqualTo(5);
        assertThat(LinkDescriptor.SERIALIZATION_OFFSET).isEqualTo(6);
        assertThat(LinkDescriptor.STATUS_OFFSET).isEqualTo(7);
        assertThat(LinkDescriptor.REQUEST_ID_OFFSET).isEqualTo(8);
        assertThat(LinkDescriptor.BUDGET_OFFSET).isEqualTo(16);
        assertThat(LinkDescriptor.IN_FLIGHT_OFFSET).isEqualTo(16);
        assertThat(LinkDescriptor.LIMIT_OFFSET).isEqualTo(18);
        assertThat(LinkDescriptor.METADATA_LENGTH_OFFSET).isEqualTo(20);
        assertThat(LinkDescriptor.BODY_LENGTH_OFFSET).isEqualTo(24);
        assertThat(LinkDescriptor.HEADER_LENGTH).isEqualTo(28);
    }

    @Test
    void aHelloIsTheseBytes() {
        assertThat(ByteBufUtil.hexDump(RawPeer.hello(LinkDescriptor.KIND_HELLO, 4096)))
                .isEqualTo("4d520101" + "00000000" + "0000000000000000" + "00000000" + "00000000" + "00000008"
                        + "00000000" + "00001000");
    }

    @Test
    void aCallThatDefinesItsTargetIsTheseBytes() {
        assertThat(ByteBufUtil.hexDump(RawPeer.call(0x10000, 0, "hi")))
                .isEqualTo("4d520103" + "01010200" + "0000000000010000" + "000f4240" + "00000023" + "00000025"
                        + "01" // target 0, to be remembered as 1
                        + "00" // no group
                        + "07" + "612e4563686f" // a.Echo
                        + "00" // no version
                        + "05" + "6563686f" // echo
                        + "13" + "4c6a6176612f6c616e672f537472696e673b" // Ljava/lang/String;
                        + "00" // no attachments
                        + "6869");
    }

    @Test
    void aReplyIsTheseBytes() {
        byte[] reply =
                RawPeer.frame(LinkDescriptor.KIND_REPLY, 0, 0x10000, 3 << 16 | 200, new byte[0], new byte[] {0x31});
        assertThat(ByteBufUtil.hexDump(reply))
                .isEqualTo("4d520104" + "00010214" + "0000000000010000" + "000300c8" + "00000000" + "00000001" + "31");
    }

    @Test
    void targetsAndAttachmentsComeBackAsTheyWere() {
        MethodKey method = new MethodKey(new ServiceKey("g\u00e9", "a.B", "1.0"), "m\uD83D\uDE00", "");
        Map<String, String> attachments = new LinkedHashMap<>();
        attachments.put("traceparent", "00-1-2");
        attachments.put("", "\u4e2d".repeat(300));
        ByteBuf out = Unpooled.buffer();
        CallMetadata.writeMethod(out, method);
        CallMetadata.writeAttachments(out, attachments);
        assertThat(out.readableBytes() - new CallTarget(method, 0).encodedFull().length)
                .isLessThanOrEqualTo(CallMetadata.maxLength(attachments));

        assertThat(CallMetadata.readMethod(out)).isEqualTo(method);
        assertThat(CallMetadata.readAttachments(out)).isEqualTo(attachments);
        assertThat(out.isReadable()).isFalse();
    }

    @Test
    void tooManyAttachmentsAreRefused() {
        Map<String, String> attachments = new HashMap<>();
        for (int i = 0; i <= CallMetadata.MAX_ATTACHMENTS; i++) {
            attachments.put("k" + i, "v");
        }
        ByteBuf out = Unpooled.buffer();
        CallMetadata.writeAttachments(out, attachments);
        assertThatExceptionOfType(FrameException.class).isThrownBy(() -> CallMetadata.readAttachments(out));
    }

    @Test
    void metadataCutAnywhereIsMalformedAndNothingElse() {
        ByteBuf whole = Unpooled.buffer();
        CallMetadata.writeMethod(whole, LinkFixture.METHOD);
        CallMetadata.writeAttachments(whole, Map.of("key", "value"));
        for (int end = 0; end < whole.writerIndex(); end++) {
            ByteBuf cut = whole.slice(0, end);
            assertThatExceptionOfType(FrameException.class).isThrownBy(() -> {
                CallMetadata.readMethod(cut);
                CallMetadata.readAttachments(cut);
            });
        }
    }

    @Test
    void namesThatNoServiceCanHaveAreMalformed() {
        ByteBuf out = Unpooled.buffer();
        out.writeBytes(new byte[] {0, 1, 0, 2, 'm', 1}); // an interface without a name
        assertThatExceptionOfType(FrameException.class).isThrownBy(() -> CallMetadata.readMethod(out));
    }

    @Test
    void aTargetWithGiantNamesIsRefusedBeforeItReachesALink() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CallTarget(new MethodKey(ServiceKey.of("a.B"), "m".repeat(9000), ""), 0))
                .withMessageContaining("limit: 8192");
        assertThatIllegalArgumentException().isThrownBy(() -> new MethodKey(ServiceKey.of("a.B"), "", ""));
    }

    @Test
    void everyStatusOfTheLinkHasAName() {
        for (int status = LinkStatus.BUSY; status <= LinkStatus.TIMED_OUT; status++) {
            assertThat(LinkStatus.nameOf(status)).doesNotStartWith("unknown-" + status);
            assertThat(LinkStatus.isOfProtocol(status)).isFalse();
        }
        assertThat(LinkStatus.nameOf(20)).isEqualTo("protocol-20");
        assertThat(LinkStatus.nameOf(9)).isEqualTo("unknown-9");
        assertThat(LinkStatus.isNotExecuted(LinkStatus.LOST)).isFalse();
        assertThat(LinkStatus.isNotExecuted(LinkStatus.BUSY)).isTrue();
    }
}
