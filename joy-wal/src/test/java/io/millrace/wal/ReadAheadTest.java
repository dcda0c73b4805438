package io.millrace.wal;

/** Segments of several windows each: the next one is opened while a reader is in the one before. */
class ReadAheadTest extends ColdLog {

    ReadAheadTest() {
        super(
                WalConfig.defaults()
                        .withDurability(Durability.PAGE)
                        .withSegmentBytes(4 << 20)
                        .withCacheBytes(24 << 20),
                40 << 20,
                40_000,
                1000);
    }
}
