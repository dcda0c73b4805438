package io.millrace.mesh.ingress;

/** An exchange that is answered without a call: health, or an error. */
final class ImmediateAnswer extends Exchange {
    private final boolean toHead;

    ImmediateAnswer(boolean keepAlive, boolean toHead) {
        super(keepAlive);
        this.toHead = toHead;
    }

    /** Whether the request was a HEAD, whose answer has the length of a body and no body. */
    boolean isToHead() {
        return toHead;
    }

    @Override
    protected void onDeadline() {
        throw new IllegalStateException("an exchange without a call has no deadline");
    }

    @Override
    void onAbandoned() {
        // nothing was begun
    }
}
