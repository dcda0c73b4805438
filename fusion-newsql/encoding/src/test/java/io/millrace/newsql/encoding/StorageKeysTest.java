package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Names in the storage, and the shard that a key belongs to: data that is stored depends on both. */
class StorageKeysTest {

    private static final int SHARDS = 64;

    private final byte[] key = {1, 'k'};

    @Test
    void namesAreAsTheFormatSays() {
        assertThat(text(StorageKeys.row(17, 42, key))).isEqualTo("r:{s17}:42:\u0001k");
        assertThat(text(StorageKeys.rowOrder(17, 42))).isEqualTo("k:{s17}:42");
        assertThat(text(StorageKeys.index(3, 7))).isEqualTo("i:{s3}:7");
        assertThat(text(StorageKeys.claim(3, 7, key))).isEqualTo("u:{s3}:7:\u0001k");
        assertThat(text(StorageKeys.changes(17))).isEqualTo("c:{s17}");
    }

    @Test
    void aKeyStaysInItsShard() {
        assertThat(StorageKeys.shardOf(42, key, 1)).isZero();
        assertThat(StorageKeys.shardOf(42, encoded(1), SHARDS)).isEqualTo(61);
        assertThat(StorageKeys.shardOf(42, encoded(2), SHARDS)).isEqualTo(14);
    }

    @Test
    void keysThatFollowEachOtherSpreadEvenly() {
        int[] counts = new int[SHARDS];
        int keys = 64_000;
        for (int i = 0; i < keys; i++) {
            counts[StorageKeys.shardOf(42, encoded(i), SHARDS)]++;
        }
        for (int count : counts) {
            assertThat(count).isBetween(850, 1150); // 1000 and five deviations
        }
    }

    private static byte[] encoded(long id) {
        return new KeyEncoder(9).putSigned(id, KeyOrder.ASCENDING).toBytes();
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.ISO_8859_1);
    }
}
