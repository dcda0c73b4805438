package io.millrace.wal;

/** Segments of one window each, in a mapped log many times as large as its memory. */
class ColdReadsTest extends ColdLog {

    ColdReadsTest() {
        super(
                WalConfig.defaults()
                        .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                        .withCacheBytes(1 << 20),
                4 << 20,
                60_000,
                64);
    }
}
