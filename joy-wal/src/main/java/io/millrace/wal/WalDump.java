package io.millrace.wal;

import io.netty.buffer.ByteBuf;

/** Takes the records of a dump, in order. */
@FunctionalInterface
public interface WalDump {

    /**
     * One record.
     *
     * @param payload borrowed for the call
     * @return whether to go on
     */
    boolean record(long position, int type, ByteBuf payload);
}
