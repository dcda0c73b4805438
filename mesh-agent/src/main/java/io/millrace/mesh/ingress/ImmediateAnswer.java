package io.millrace.mesh.ingress;

/** An exchange that is answered without a call: health, or an error. */
final class ImmediateAnswer extends HttpExchange {
    private final boolean toHead;

    ImmediateAnswer(boolean keepAlive, boolean toHead) {
        super(keepAlive);
        this.toHead = toHead;
    }

    @Override
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
