package io.millrace.newsql.encoding;

import java.nio.charset.StandardCharsets;

/**
 * The names under which the storage holds what belongs to a table. What stands in braces decides the slot, so that a row, its place
 * in key order and its change events are in one.
 *
 * <pre>
 *  r:{s17}:42:‹key›      row of table 42 in shard 17: a hash
 *  k:{s17}:42            keys of the table's rows in the shard, in order: a sorted set of score 0
 *  i:{s17}:7             bucket 17 of index 7: a sorted set of score 0
 *  u:{s17}:7:‹values›    claim on the values of unique index 7: a string
 *  c:{s17}               changes of the shard: a stream
 * </pre>
 *
 * <b>Threads.</b> Safe.
 */
public final class StorageKeys {

    private static final long HASH_BASIS = 0xCBF29CE484222325L;
    private static final long HASH_PRIME = 0x100000001B3L;
    private static final long MIX = 0xFF51AFD7ED558CCDL;

    private StorageKeys() {}

    public static byte[] row(int shard, long table, byte[] key) {
        return join(prefix('r', shard, table) + ':', key);
    }

    public static byte[] rowOrder(int shard, long table) {
        return bytes(prefix('k', shard, table));
    }

    public static byte[] index(int bucket, long index) {
        return bytes(prefix('i', bucket, index));
    }

    public static byte[] claim(int shard, long index, byte[] values) {
        return join(prefix('u', shard, index) + ':', values);
    }

    public static byte[] changes(int shard) {
        return bytes("c:{s" + shard + "}");
    }

    /**
     * The shard of a row, claim or index entry. It never changes: FNV-1a over the bytes of the table's number and of the key, its bits
     * mixed by a multiplication, modulo the count.
     *
     * @param shards how many there are; fixed when the store was created
     */
    public static int shardOf(long table, byte[] key, int shards) {
        if (shards == 1) {
            return 0;
        }
        long hash = HASH_BASIS;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            hash = (hash ^ ((table >>> shift) & 0xFF)) * HASH_PRIME;
        }
        for (byte next : key) {
            hash = (hash ^ (next & 0xFF)) * HASH_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * MIX;
        return (int) Long.remainderUnsigned(hash ^ (hash >>> 33), shards);
    }

    private static String prefix(char kind, int shard, long id) {
        return kind + ":{s" + shard + "}:" + id;
    }

    private static byte[] join(String prefix, byte[] key) {
        byte[] name = new byte[prefix.length() + key.length];
        for (int i = 0; i < prefix.length(); i++) {
            name[i] = (byte) prefix.charAt(i);
        }
        System.arraycopy(key, 0, name, prefix.length(), key.length);
        return name;
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }
}
