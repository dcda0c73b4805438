package io.millrace.newsql.node.command;

/** The slot of a key in a cluster: CRC16 (XMODEM) of what stands in its first braces, or of all of it. */
final class KeySlot {

    private static final int SLOTS = 16384;
    private static final int POLYNOMIAL = 0x1021;

    private KeySlot() {}

    static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
        boolean tagged = close > open + 1;
        return crc(key, tagged ? open + 1 : 0, tagged ? close : key.length) % SLOTS;
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int crc(byte[] key, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc ^= (key[i] & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? crc << 1 ^ POLYNOMIAL : crc << 1;
            }
        }
        return crc & 0xFFFF;
    }
}
