package io.millrace.mesh.ingress;

import io.millrace.mesh.balance.Candidate;
import io.millrace.mesh.balance.EndpointState;
import io.millrace.mesh.balance.WeightedBalancer;
import io.millrace.mesh.dubbo.Serialization;
import io.millrace.mesh.flow.WaitingRoom;
import io.millrace.mesh.link.LinkClient;
import io.millrace.registry.ServiceKey;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The way from one event loop to the endpoints of one service: picks one for each call, lets calls wait while all are full, and
 * says why when none can be had.
 *
 * <p><b>Threads</b>: its loop, but for {@link #onEndpointsChanged}, {@link #wake} and {@link #retire}.
 */
final class Route {
    /** A waiting call looks again this often, whatever else wakes it: limits and ejections also end by mere time. */
    private static final long LOOK_AGAIN_MILLIS = 20;

    private final WatchedService service;
    private final LoopContext context;
    private final WeightedBalancer<Target> balancer = new WeightedBalancer<>();
    private final WaitingRoom<ForwardedCall> room;
    private final AtomicBoolean wakePending = new AtomicBoolean();
    private StatusTimers timers;
    private boolean looking;

    Route(WatchedService service, LoopContext context) {
        this.service = service;
        this.context = context;
        this.room = new WaitingRoom<>(context.config().queueLimit());
        this.timers = context.server().timersOf(service);
    }

    ServiceKey key() {
        return service.key();
    }

    /** Records a call that this agent has answered. */
    void record(int status, long nanos) {
        timers.record(status, nanos);
    }

    /** Sends the call to an endpoint, lets it wait, or ends it with the reason why neither can be done. */
    void dispatch(ForwardedCall call, @Nullable Candidate except) {
        long now = context.deadlines().now();
        service.touch(now);
        if (!room.isEmpty()) {
            drain(); // those who wait go first
        }
        Target target = room.isEmpty() ? balancer.pick(now, except) : null;
        if (target != null) {
            call.sendTo(target, now);
        } else {
            waitOrRefuse(call);
        }
    }

    private void waitOrRefuse(ForwardedCall call) {
        String hopeless = hopeless();
        if (hopeless != null) {
            call.fail(service.everHadEndpoints() ? 503 : 404, hopeless);
            return;
        }
        call.startWaiting();
        if (room.offer(call)) {
            lookAgain();
        } else {
            call.fail(
                    503,
                    "all endpoints of " + key() + " are full and "
                            + context.config().queueLimit() + " calls wait already");
        }
    }

    /** Why waiting would be in vain, or null if it would not. */
    private @Nullable String hopeless() {
        if (balancer.candidates().isEmpty()) {
            if (!service.isKnown() || !service.endpoints().isEmpty()) {
                return null; // the registry's first answer is on its way, to this agent or to this loop
            }
            return service.everHadEndpoints() ? "no live endpoint of " + key() : "no such service: " + key();
        }
        String failure = null;
        for (Target each : balancer.candidates()) {
            switch (each.link.state()) {
                case READY, CONNECTING -> {
                    return null;
                }
                case BACKING_OFF, LEAVING, CLOSED -> failure = each.link.lastFailure();
            }
        }
        return "no endpoint of " + key() + " can be reached: " + failure;
    }

    /** What a call that waits in vain waited for. */
    String waitedFor() {
        if (balancer.candidates().isEmpty()) {
            return "the registry has not answered for " + key();
        }
        boolean connected =
                balancer.candidates().stream().anyMatch(each -> each.link.state() == LinkClient.State.READY);
        return connected ? "no endpoint of " + key() + " had room" : "no endpoint of " + key() + " was connected";
    }

    /** Gives the calls that wait to endpoints that have room. */
    void drain() {
        while (!room.isEmpty()) {
            Target target = balancer.pick(context.deadlines().now());
            String hopeless = target == null ? hopeless() : null;
            if (target == null && hopeless == null) {
                return;
            }
            ForwardedCall call = room.poll();
            if (call == null) {
                return;
            }
            call.stopWaiting();
            if (target != null) {
                call.sendTo(target, context.deadlines().now());
            } else {
                call.fail(service.everHadEndpoints() ? 503 : 404, String.valueOf(hopeless));
            }
        }
    }

    /** A call of this route gave its place at an endpoint back. */
    void onPlaceFree() {
        if (service.waiting().get() > 0) {
            drain();
            for (Route each : service.routes()) {
                if (each != this) {
                    each.wake();
                }
            }
        }
    }

    /** A call waits from now on. */
    void onWaitBegan() {
        service.waiting().incrementAndGet();
    }

    /** A call waits no longer. */
    void onWaitEnded() {
        service.waiting().decrementAndGet();
    }

    /** Looks for room, from any thread. */
    void wake() {
        if (wakePending.compareAndSet(false, true)) {
            context.loop().execute(() -> {
                wakePending.set(false);
                drain();
            });
        }
    }

    private void lookAgain() {
        if (!looking) {
            looking = true;
            context.after(LOOK_AGAIN_MILLIS, () -> {
                looking = false;
                drain();
                if (!room.isEmpty()) {
                    lookAgain();
                }
            });
        }
    }

    /** The registry has news; from any thread. */
    void onEndpointsChanged() {
        context.loop().execute(this::refresh);
    }

    /** Takes over the endpoints as they are now: links to the new ones, none to those that left. */
    void refresh() {
        Map<EndpointState, Target> before = new HashMap<>();
        balancer.candidates().forEach(each -> before.put(each.state(), each));
        List<Target> after = new ArrayList<>();
        for (EndpointState state : service.endpoints()) {
            Target known = before.remove(state);
            after.add(known != null ? known : join(state));
        }
        balancer.candidates(after);
        timers = context.server().timersOf(service);
        // A link that is let go here may end calls, and those look for another endpoint: only now are they the right
        // ones.
        before.values().forEach(gone -> gone.leave(context));
        drain();
    }

    private Target join(EndpointState state) {
        InetSocketAddress address = WatchedService.addressOf(state.endpoint());
        return new Target(
                state,
                context.links().acquire(address),
                context.server().endpointMeters().timers(state));
    }

    /** The directory needs its place; from any thread. */
    void retire() {
        context.loop().execute(() -> {
            balancer.candidates().forEach(each -> context.links().release(each.link));
            balancer.candidates(List.of());
            context.forget(this);
            drain();
        });
    }

    void ejected(Target target) {
        context.server().endpointMeters().ejected(target.state());
    }

    /** An endpoint with this loop's link to it. */
    static final class Target extends Candidate {
        /** A link of an endpoint that left the registry goes on for this long, so that calls on their way are answered. */
        private static final long LINGER_MILLIS = 10_000;

        private final LinkClient link;
        private final @Nullable StatusTimers timers;

        Target(EndpointState state, LinkClient link, @Nullable StatusTimers timers) {
            super(state);
            this.link = link;
            this.timers = timers;
        }

        LinkClient link() {
            return link;
        }

        Serialization serialization() {
            Serialization registered = Serialization.ofWord(state().endpoint().serialization());
            return registered == null ? Serialization.HESSIAN2 : registered;
        }

        void record(int status, long nanos) {
            if (timers != null) {
                timers.record(status, nanos);
            }
        }

        @Override
        protected boolean isReachable() {
            return link.hasRoom();
        }

        private void leave(LoopContext context) {
            context.after(LINGER_MILLIS, () -> context.links().release(link));
        }
    }
}
