package io.millrace.newsql.node.command;

import io.millrace.newsql.node.resp.RespRequest;
import io.millrace.newsql.node.resp.RespWriter;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One call of a command: its arguments, the keys that it works on, and its reply.
 *
 * <p><b>Ownership.</b> Borrows the buffer that it replies into. Arguments are copies, which may be kept, made when they are asked for: a call of a
 * request must be over when the request is. <b>Threads.</b> For one at a time.
 */
public final class Call {

    private static final int WORD_BYTES_MAX = 32;
    private static final byte[] NOTHING = new byte[0];

    private final @Nullable RespRequest request;
    private final byte[] @Nullable [] arguments;
    private final Keyspace keyspace;
    private final Session session;
    private final ByteBuf out;

    /** Of arguments that were copied. */
    public static Call of(byte[][] arguments, Keyspace keyspace, Session session, ByteBuf out) {
        return new Call(null, arguments, keyspace, session, out);
    }

    /** Borrows the request, until the call is over. */
    public static Call of(RespRequest request, Keyspace keyspace, Session session, ByteBuf out) {
        return new Call(request, new byte[request.size()][], keyspace, session, out);
    }

    /** @param arguments the name first; null where it is to be copied from the request */
    private Call(
            @Nullable RespRequest request,
            byte[] @Nullable [] arguments,
            Keyspace keyspace,
            Session session,
            ByteBuf out) {
        this.request = request;
        this.arguments = arguments;
        this.keyspace = keyspace;
        this.session = session;
        this.out = out;
    }

    Keyspace keyspace() {
        return keyspace;
    }

    public Session session() {
        return session;
    }

    /** The same caller with another command's arguments. */
    Call with(byte[][] others) {
        return new Call(null, others, keyspace, session, out);
    }

    // ---- arguments ----

    /** Count of arguments, the name included. */
    public int size() {
        return arguments.length;
    }

    /** @throws CommandException if there are not so many */
    public byte[] argument(int index) {
        checkIndex(index);
        byte[] copied = arguments[index];
        if (copied == null && request != null) {
            copied = request.copy(index);
            arguments[index] = copied;
        }
        return copied == null ? NOTHING : copied;
    }

    private void checkIndex(int index) {
        if (index >= arguments.length) {
            throw CommandException.syntax();
        }
    }

    /** Bytes of an argument. */
    int length(int index) {
        checkIndex(index);
        byte[] copied = arguments[index];
        return copied == null && request != null ? request.length(index) : argument(index).length;
    }

    /** Puts an argument's bytes where there is room for them. */
    void copyTo(int index, ByteBuffer to) {
        byte[] copied = arguments[index];
        if (copied == null && request != null) {
            int end = to.position() + request.length(index);
            int limit = to.limit();
            request.buffer().getBytes(request.index(index), to.limit(end));
            to.limit(limit);
        } else {
            to.put(argument(index));
        }
    }

    /** All of them. */
    byte[][] copies() {
        for (int i = 0; i < arguments.length; i++) {
            argument(i);
        }
        return arguments;
    }

    public String text(int index) {
        return new String(argument(index), StandardCharsets.UTF_8);
    }

    /** The arguments from one on. */
    String[] texts(int first) {
        String[] texts = new String[Math.max(0, size() - first)];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(first + i);
        }
        return texts;
    }

    /** An argument as an option: in capitals. */
    public String word(int index) {
        byte[] bytes = argument(index);
        return bytes.length > WORD_BYTES_MAX
                ? ""
                : new String(bytes, StandardCharsets.ISO_8859_1).toUpperCase(java.util.Locale.ROOT);
    }

    public long integerAt(int index) {
        return Numbers.integer(argument(index));
    }

    /** An integer of a range that fits. */
    public int integerAt(int index, int least, int most) {
        long value = integerAt(index);
        if (value < least || value > most) {
            throw new CommandException("ERR value is out of range, must be between " + least + " and " + most);
        }
        return (int) value;
    }

    public double realAt(int index) {
        return Numbers.real(argument(index));
    }

    // ---- the reply ----

    private RespWriter writer() {
        return session.writer();
    }

    public void ok() {
        simple("OK");
    }

    public void simple(String ascii) {
        writer().simple(out, ascii);
    }

    public void error(String text) {
        writer().error(out, text);
    }

    public void integer(long value) {
        writer().integer(out, value);
    }

    public void claim(boolean value) {
        integer(value ? 1 : 0);
    }

    public void bulk(byte[] bytes) {
        writer().bulk(out, bytes);
    }

    void bulk(ByteBuf from, int index, int length) {
        writer().bulk(out, from, index, length);
    }

    void bulk(byte[] bytes, int index, int length) {
        writer().bulk(out, bytes, index, length);
    }

    public void bulk(String text) {
        writer().bulk(out, text);
    }

    public void missing() {
        writer().missing(out);
    }

    /** What is not there, where an array would be. */
    public void missingArray() {
        if (isResp3()) {
            missing();
        } else {
            writer().array(out, -1);
        }
    }

    public void array(int count) {
        writer().array(out, count);
    }

    /** Gives: elements of an array whose count nobody knows yet. */
    ReplyElements elements() {
        return new ReplyElements(writer(), out);
    }

    public void map(int pairs) {
        writer().map(out, pairs);
    }

    public void real(double value) {
        writer().real(out, value);
    }

    /** A score as text, for replies that have it as such in both versions. */
    byte[] textOf(double score) {
        return RespWriter.textOf(score).getBytes(StandardCharsets.US_ASCII);
    }

    public boolean isResp3() {
        return writer() == RespWriter.RESP3;
    }

    /** Where the reply ends so far, for {@link #backTo}. */
    int mark() {
        return out.writerIndex();
    }

    void backTo(int mark) {
        out.writerIndex(mark);
    }
}
