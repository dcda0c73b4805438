package io.millrace.queue.append;

/** Told of every message that readers can now see; called by the appending thread, so it must be quick and not throw. */
@FunctionalInterface
public interface AppendListener {

    /** A message was appended to this queue. */
    void appended(int queue);
}
