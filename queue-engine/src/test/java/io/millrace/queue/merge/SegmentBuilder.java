package io.millrace.queue.merge;

import io.millrace.memory.Page;
import io.millrace.queue.epoch.MessageDescriptor;

/** Fills a page with records as the log would. */
final class SegmentBuilder {
    private final Page page;
    private final int from;
    private int at;

    SegmentBuilder(Page page, int from) {
        this.page = page;
        this.from = from;
        at = from;
    }

    /** Whether another message of so many bytes has room. */
    boolean fits(int length) {
        return at + Records.alignedLength(MessageDescriptor.PREFIX_WITH_SKIP + length) <= page.capacity();
    }

    void message(int type, int queueId, byte[] message) {
        int prefix = MessageDescriptor.prefix(type);
        page.buffer().putInt(at, Records.header(type, prefix + message.length));
        int payload = at + Records.headerLength();
        page.buffer().putInt(payload + MessageDescriptor.QUEUE_ID_OFFSET, queueId);
        page.copyIn(payload + prefix, message, 0, message.length);
        at += Records.alignedLength(prefix + message.length);
    }

    /** A record that is no message. */
    void other(int type, int length) {
        page.buffer().putInt(at, Records.header(type, length));
        at += Records.alignedLength(length);
    }

    EpochSegment segment(int queueLimit) {
        return new EpochSegment(page, from, at, queueLimit);
    }

    int end() {
        return at;
    }
}
