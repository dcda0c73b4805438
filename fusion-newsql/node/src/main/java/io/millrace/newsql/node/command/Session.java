package io.millrace.newsql.node.command;

import io.millrace.newsql.node.resp.RespWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a connection has said of itself: its protocol, its name, whether it may, and the transaction that it prepares. <b>Threads.</b> Its loop's, but while a turn of it
 * runs in the writer, when it is the writer's.
 */
public final class Session {

    private final long id;
    private final String address;
    private final NodeFacts node;
    private RespWriter writer = RespWriter.RESP2;
    private boolean authenticated;
    private String name = "";
    private @Nullable List<Queued> queued;
    private boolean spoilt;
    private long queuedBytes;
    private @Nullable List<Watched> watched;
    private boolean closing;

    /** A command that waits for EXEC. */
    record Queued(Command command, byte[][] arguments) {}

    /** A key and what it held when it was watched. */
    record Watched(byte[] key, byte @Nullable [] stored) {}

    public Session(long id, String address, NodeFacts node) {
        this.id = id;
        this.address = address;
        this.node = node;
        this.authenticated = !node.needsPassword();
    }

    public long id() {
        return id;
    }

    String address() {
        return address;
    }

    NodeFacts node() {
        return node;
    }

    public RespWriter writer() {
        return writer;
    }

    void speak(RespWriter version) {
        writer = version;
    }

    public boolean isAuthenticated() {
        return authenticated;
    }

    void authenticate() {
        authenticated = true;
    }

    String name() {
        return name;
    }

    void name(String value) {
        name = value;
    }

    /** Whether the connection is to end behind its last reply. */
    public boolean isClosing() {
        return closing;
    }

    public void close() {
        closing = true;
    }

    void reset() {
        discard();
        unwatch();
        writer = RespWriter.RESP2;
        authenticated = !node.needsPassword();
        name = "";
    }

    // ---- MULTI ----

    /** Whether commands are queued, not run. */
    public boolean isQueuing() {
        return queued != null;
    }

    /** Whether what is queued may write. */
    public boolean hasQueued() {
        List<Queued> commands = queued;
        return commands != null && !commands.isEmpty();
    }

    void begin() {
        queued = new ArrayList<>();
        spoilt = false;
        queuedBytes = 0;
    }

    /** @throws CommandException if it would be too much; the transaction is spoilt then */
    void queue(Command command, byte[][] arguments) {
        List<Queued> commands = queued;
        if (commands == null) {
            throw new IllegalStateException("no transaction");
        }
        for (byte[] argument : arguments) {
            queuedBytes += argument.length + 32;
        }
        if (queuedBytes > node.transactionBytesMax()) {
            spoil();
            throw new CommandException(
                    "ERR transaction too large: bytes=" + queuedBytes + " (limit: " + node.transactionBytesMax() + ")");
        }
        commands.add(new Queued(command, arguments));
    }

    /** A command was refused: EXEC will be, too. */
    void spoil() {
        spoilt = true;
    }

    boolean isSpoilt() {
        return spoilt;
    }

    /** Takes what was queued, and ends the queuing. */
    List<Queued> take() {
        List<Queued> commands = queued == null ? List.of() : queued;
        discard();
        return commands;
    }

    void discard() {
        queued = null;
        spoilt = false;
    }

    void watch(byte[] key, byte @Nullable [] stored) {
        List<Watched> keys = watched == null ? new ArrayList<>() : watched;
        if (keys.size() >= node.watchedKeysMax()) {
            throw new CommandException("ERR too many watched keys (limit: " + node.watchedKeysMax() + ")");
        }
        keys.add(new Watched(key, stored));
        watched = keys;
    }

    List<Watched> watched() {
        return watched == null ? List.of() : watched;
    }

    void unwatch() {
        watched = null;
    }
}
