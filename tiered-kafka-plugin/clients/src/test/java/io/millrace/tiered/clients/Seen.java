package io.millrace.tiered.clients;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record as a reader has seen it, or as a broker has acknowledged it.
 *
 * @param offset in its partition
 * @param timestamp milliseconds since 1970
 * @param hash of key, value, headers and timestamp
 */
record Seen(long offset, long timestamp, long hash) {

    static Seen of(ConsumerRecord<byte[], byte[]> read) {
        return new Seen(
                read.offset(),
                read.timestamp(),
                hash(read.timestamp(), read.key(), read.value(), read.headers().toArray()));
    }

    static long hash(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header... headers) {
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(timestamp).array());
        add(digest, key);
        add(digest, value);
        Arrays.stream(headers).map(Header::value).forEach(header -> add(digest, header));
        return ByteBuffer.wrap(digest.digest()).getLong();
    }

    private static void add(MessageDigest digest, byte @Nullable [] bytes) {
        int length = bytes == null ? -1 : bytes.length;
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        digest.update(Objects.requireNonNullElse(bytes, new byte[0]));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
