package io.millrace.mesh.balance;

/** One endpoint as one event loop sees it: the shared state, and this loop's turn of it. Used on that loop only. */
public abstract class Candidate {
    private final EndpointState state;
    /** Smooth round robin: grows by the weight in each round, and shrinks by the round's sum when chosen. */
    long turn;

    /** A candidate for {@code state}. */
    protected Candidate(EndpointState state) {
        this.state = state;
    }

    /** The state that all loops share. */
    public final EndpointState state() {
        return state;
    }

    /** Whether this loop could hand it a call now, its link included. */
    protected abstract boolean isReachable();
}
