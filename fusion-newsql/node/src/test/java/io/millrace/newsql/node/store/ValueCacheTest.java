package io.millrace.newsql.node.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.node.KeySpace;
import io.millrace.testkit.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values that are kept, those that may not be, and readers beside a writer. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ValueCacheTest {

    private final ValueCache cache = new ValueCache(1 << 20);

    @AfterEach
    void close() {
        cache.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long hash(byte[] key) {
        return CachedKey.hash(KeySpace.ROWS, ByteBuffer.wrap(key));
    }

    private byte @Nullable [] get(byte[] key, long asOf) {
        return cache.get(hash(key), ByteBuffer.wrap(key), asOf);
    }

    private void add(byte[] key, byte[] value, long since, long ticket) {
        long hash = hash(key);
        cache.ring(hash).add(hash, ByteBuffer.wrap(key), ByteBuffer.wrap(value), since, ticket);
    }

    private long ticket(byte[] key) {
        return cache.ring(hash(key)).ticket();
    }

    private void keep(byte[] key, byte[] value, long since) {
        add(key, value, since, ticket(key));
    }

    @Test
    void findsKeysOfAnyLengthByHeapAndDirectBuffers() {
        Random random = Seeds.random("ValueCacheTest");
        for (int length = 0; length <= 70; length++) {
            byte[] key = new byte[length];
            random.nextBytes(key);
            byte[] value = bytes("value of " + length);
            keep(key, value, 1);
            assertThat(get(key, ValueCache.NEWEST)).isEqualTo(value);
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(length + 3).position(3).put(3, key);
            ByteBuffer into = ByteBuffer.allocateDirect(100).position(7).limit(12);
            long hash = CachedKey.hash(KeySpace.ROWS, direct);
            assertThat(cache.read(hash, direct, into, ValueCache.NEWEST)).isEqualTo(value.length);
            assertThat(direct.position()).isEqualTo(3);
            assertThat(into.position()).isEqualTo(7);
            byte[] seen = new byte[into.remaining()];
            into.get(7, seen);
            assertThat(seen).isEqualTo(java.util.Arrays.copyOf(value, 5));
            if (length > 0) {
                key[length - 1]++;
                assertThat(get(key, ValueCache.NEWEST)).isNull();
            }
        }
    }

    @Test
    void aSnapshotFindsWhatWasThereAtItsPosition() {
        byte[] key = bytes("key");
        keep(key, bytes("value"), 20);
        assertThat(get(key, 19)).isNull();
        assertThat(get(key, 20)).isEqualTo(bytes("value"));
        assertThat(get(key, Tables.UNKNOWN)).isNull();
    }

    @Test
    void nothingIsKeptThatWasReadBeforeAGroupEnded() {
        byte[] key = bytes("key");
        long before = ticket(key);
        cache.drop(KeySpace.ROWS, key);
        long during = ticket(key);
        add(key, bytes("old"), 1, before);
        add(key, bytes("old"), 1, during);
        cache.endChanges();
        add(key, bytes("old"), 1, before);
        add(key, bytes("old"), 1, during);
        assertThat(get(key, ValueCache.NEWEST)).isNull();
        keep(key, bytes("new"), 2);
        assertThat(get(key, ValueCache.NEWEST)).isEqualTo(bytes("new"));
        cache.drop(KeySpace.ROWS, key);
        assertThat(get(key, ValueCache.NEWEST)).isNull();
        cache.endChanges();
    }

    @Test
    void theOldestGoFirstAndAnEntryIsNeverHalfThere() {
        int entries = 50_000;
        for (int i = 0; i < entries; i++) {
            byte[] key = bytes("key " + i);
            keep(key, bytes(("value " + i + " ").repeat(i % 30)), i);
        }
        int found = 0;
        for (int i = 0; i < entries; i++) {
            byte[] value = get(bytes("key " + i), ValueCache.NEWEST);
            if (value != null) {
                found++;
                assertThat(new String(value, StandardCharsets.UTF_8)).isEqualTo(("value " + i + " ").repeat(i % 30));
            }
        }
        assertThat(found).isBetween(500, 10_000);
        assertThat(get(bytes("key 0"), ValueCache.NEWEST)).isNull();
    }

    @Test
    void aLargeValueIsNotKept() {
        byte[] key = bytes("key");
        keep(key, new byte[16 << 10], 1);
        assertThat(get(key, ValueCache.NEWEST)).isNull();
        assertThat(ValueCache.takes(KeySpace.ROWS, 1025)).isFalse();
        assertThat(ValueCache.takes(KeySpace.META, 3)).isFalse();
    }

    /** Values only grow: what a reader sees is between the newest before it looked and the newest after. */
    @Test
    void readersBesideAWriterSeeNothingOlderThanWhatWasThere() throws Exception {
        int keys = 300;
        AtomicLongArray newest = new AtomicLongArray(keys);
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService readers = Executors.newFixedThreadPool(3);
        List<Future<Long>> results = new ArrayList<>();
        for (int reader = 0; reader < 3; reader++) {
            long seed = reader;
            results.add(readers.submit(() -> readUntil(done, newest, new Random(seed))));
        }
        Random random = Seeds.random("ValueCacheTest.writer");
        for (long round = 1; round <= 20_000; round++) {
            int[] group = random.ints(1 + random.nextInt(4), 0, keys).toArray();
            for (int key : group) {
                cache.drop(KeySpace.ROWS, bytes("k" + key));
            }
            for (int key : group) {
                newest.set(key, round);
            }
            cache.endChanges();
        }
        done.set(true);
        for (Future<Long> result : results) {
            assertThat(result.get()).isPositive();
        }
        readers.shutdown();
    }

    private long readUntil(AtomicBoolean done, AtomicLongArray newest, Random random) {
        long reads = 0;
        do {
            int number = random.nextInt(newest.length());
            byte[] key = bytes("k" + number);
            long before = newest.get(number);
            byte[] kept = get(key, ValueCache.NEWEST);
            if (kept == null) {
                long ticket = ticket(key);
                byte[] read = new byte[Long.BYTES + number % 50];
                ByteBuffer.wrap(read).putLong(newest.get(number));
                add(key, read, 0, ticket);
            } else {
                assertThat(kept).hasSize(Long.BYTES + number % 50);
                assertThat(ByteBuffer.wrap(kept).getLong()).isBetween(before, newest.get(number));
            }
            reads++;
        } while (!done.get());
        return reads;
    }
}
