package io.millrace.transport;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks host names up on threads of its own: the JDK's lookup blocks for as long as a name server likes, and an event loop must not.
 *
 * <p>The JDK keeps answers for some seconds ({@code networkaddress.cache.ttl}), so reconnecting asks rarely. Lookups beyond the queue fail at once.
 */
final class HostLookup extends AddressResolverGroup<InetSocketAddress> {
    /** One slow name must not hold up every other one; more threads would only wait for the same name server. */
    private static final int THREADS = 2;

    private static final int QUEUE = 1024;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor lookups;

    HostLookup() {
        lookups = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), HostLookup::thread);
        lookups.allowCoreThreadTimeOut(true);
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new Names(executor, lookups).asAddressResolver();
    }

    @Override
    public void close() {
        lookups.shutdown(); // what is queued still gets its answer
        super.close();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "millrace-lookup");
        thread.setDaemon(true);
        return thread;
    }

    private static final class Names extends InetNameResolver {
        private final Executor lookups;

        Names(EventExecutor executor, Executor lookups) {
            super(executor);
            this.lookups = lookups;
        }

        @Override
        protected void doResolve(String name, Promise<InetAddress> promise) {
            submit(name, promise, () -> promise.trySuccess(InetAddress.getByName(name)));
        }

        @Override
        protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
            submit(name, promise, () -> promise.trySuccess(List.of(InetAddress.getAllByName(name))));
        }

        private void submit(String name, Promise<?> promise, Lookup lookup) {
            try {
                lookups.execute(() -> run(promise, lookup));
            } catch (RejectedExecutionException refused) {
                promise.tryFailure(new IllegalStateException(
                        "host lookup refused: name=" + name + " (expected: open, with <= " + QUEUE + " waiting)",
                        refused));
            }
        }

        private static void run(Promise<?> promise, Lookup lookup) {
            try {
                lookup.run();
            } catch (UnknownHostException unknown) {
                promise.tryFailure(unknown);
            }
        }
    }

    private interface Lookup {
        void run() throws UnknownHostException;
    }
}
