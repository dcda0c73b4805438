package io.millrace.benchmark.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class MessageContentTest {
    private final MessageContent content = new MessageContent();

    @Test
    void followsFromQueueAndOffsetAlone() {
        byte[] first = content.of(7, 3).clone();

        assertThat(new MessageContent().of(7, 3)).isEqualTo(first);
        assertThat(content.of(7, 4)).isNotEqualTo(first);
        assertThat(content.of(3, 7)).isNotEqualTo(first);
    }

    @Test
    void oneInAThousandIsLarge() {
        int large = 0;
        for (int i = 0; i < 200_000; i++) {
            int length = content.of(i % 1000, i / 1000).length;
            assertThat(length).isIn(MessageContent.SMALL_BYTES, MessageContent.LARGE_BYTES);
            large += length == MessageContent.LARGE_BYTES ? 1 : 0;
        }
        assertThat(large).isBetween(140, 260);
    }

    @Test
    void nothingCanCompressIt() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int offset = 0; offset < 2_000; offset++) {
            all.writeBytes(content.of(1, offset));
        }
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(all.toByteArray());
        deflater.finish();
        int compressed = deflater.deflate(new byte[2 * all.size()]);
        deflater.end();

        assertThat(compressed).isGreaterThan(all.size() * 99 / 100);
    }

    @Test
    void aFlippedBitIsNamedByQueueAndOffset() {
        byte[] message = content.of(5, 9).clone();
        content.check(5, 9, message);
        message[57] ^= 1;

        assertThatThrownBy(() -> content.check(5, 9, message))
                .hasMessageContaining("queue=queue-5, offset=9")
                .hasMessageContaining("first difference at 57");
    }
}
