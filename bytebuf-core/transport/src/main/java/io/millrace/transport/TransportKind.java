package io.millrace.transport;

/** The interface of the kernel by which event loops wait for sockets. */
public enum TransportKind {
    /** Epoll on Linux, kqueue on macOS, NIO elsewhere or where the native library does not load. */
    AUTO,
    /** Linux epoll through Netty's native transport. */
    EPOLL,
    /** Linux io_uring through Netty's native transport; only where the kernel allows it. */
    IO_URING,
    /** The kqueue of macOS and the BSDs through Netty's native transport. */
    KQUEUE,
    /** The selector of the JDK; everywhere. */
    NIO
}
