package io.millrace.transport;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Lets an io_uring handler prepare for its end once, not in each turn until the end.
 *
 * <p>Netty 4.2.18 wakes the ring through its event descriptor each time it prepares. When that happens in the last turn, the kernel's read of the
 * descriptor is still under way as the ring is torn down, and its eight bytes land in memory that was given back: the process dies
 * later in {@code free}. Prepared once, the wake-up is consumed in the turns of the quiet period. Once is enough, because the handler
 * registers no channel after it.
 */
final class PreparedOnce implements IoHandler {
    private final IoHandler ring;
    private boolean prepared;

    private PreparedOnce(IoHandler ring) {
        this.ring = ring;
    }

    static IoHandlerFactory of(IoHandlerFactory rings) {
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new PreparedOnce(rings.newHandler(executor));
            }

            @Override
            public boolean isChangingThreadSupported() {
                return rings.isChangingThreadSupported();
            }
        };
    }

    @Override
    public void initialize() {
        ring.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return ring.run(context);
    }

    @Override
    public void prepareToDestroy() {
        if (!prepared) {
            prepared = true;
            ring.prepareToDestroy();
        }
    }

    @Override
    public void destroy() {
        ring.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return ring.register(handle);
    }

    @Override
    public void wakeup() {
        ring.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return ring.isCompatible(handleType);
    }
}
