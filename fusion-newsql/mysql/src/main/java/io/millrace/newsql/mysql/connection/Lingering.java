package io.millrace.newsql.mysql.connection;

import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;

/**
 * The time between a server's last packet and its close.
 *
 * <p>A close while bytes of the client are unread would make the kernel reset the connection, and a reset takes the packet from the client. So the client is read from as long as it
 * sends, until it is silent for five seconds, and for at most half a minute; what it sends is dropped by others. The idea is nginx's {@code lingering_close}. <b>Threads</b>: the event loop.
 */
final class Lingering {
    static final long SILENCE_SECONDS = 5;
    static final int LOOKS_MAX = 6;

    private final Channel channel;
    private boolean heard;
    private int looks;

    Lingering(Channel channel) {
        this.channel = channel;
    }

    /** From now on the channel is closed as soon as its client is silent. */
    void begin() {
        heard = false;
        channel.eventLoop().schedule(this::look, SILENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Bytes have come. */
    void heard() {
        heard = true;
    }

    private void look() {
        looks++;
        if (heard && looks < LOOKS_MAX && channel.isActive()) {
            begin();
        } else {
            channel.close();
        }
    }
}
