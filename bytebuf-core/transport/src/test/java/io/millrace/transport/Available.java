package io.millrace.transport;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.uring.IoUring;
import java.util.stream.Stream;

/** The transports of the machine that runs the tests. */
final class Available {
    private Available() {}

    static Stream<TransportKind> kinds() {
        return Stream.of(TransportKind.values()).filter(Available::isHere);
    }

    static boolean isHere(TransportKind kind) {
        return switch (kind) {
            case AUTO -> false;
            case EPOLL -> Epoll.isAvailable();
            case IO_URING -> IoUring.isAvailable();
            case KQUEUE -> KQueue.isAvailable();
            case NIO -> true;
        };
    }
}
