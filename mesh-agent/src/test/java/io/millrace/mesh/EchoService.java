package io.millrace.mesh;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/**
 * A service as Apache's compiler would write its processor, by hand:
 *
 * <pre>
 *  exception Refused { 1: string why }
 *  service Echo {
 *    string echo(1: string text)
 *    string large(1: string length)                       so many letters
 *    string fail(1: string text) throws (1: Refused refused)
 *    string slow(1: string text)                          echo, when the test lets it
 *    oneway void whisper(1: string text)
 *  }
 * </pre>
 *
 * Thread-safe.
 */
final class EchoService implements TProcessor {
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final Queue<String> whispered = new ConcurrentLinkedQueue<>();
    private final Semaphore slow = new Semaphore(0);
    private volatile boolean frozen;

    /** Calls that it works on now. */
    int open() {
        return open.get();
    }

    /** The most calls that it ever worked on at a time. */
    int mostOpen() {
        return mostOpen.get();
    }

    Queue<String> whispered() {
        return whispered;
    }

    /** Lets so many calls of {@code slow} end. */
    void release(int calls) {
        slow.release(calls);
    }

    /** Whether every call is held as {@code slow} is. */
    void freeze(boolean now) {
        frozen = now;
        if (!now) {
            slow.release(1000);
        }
    }

    @Override
    public void process(TProtocol in, TProtocol out) throws TException {
        TMessage message = in.readMessageBegin();
        String text = readText(in);
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        try {
            if (frozen || message.name.equals("slow")) {
                slow.acquireUninterruptibly();
            }
        } finally {
            open.decrementAndGet();
        }
        switch (message.name) {
            case "echo", "slow" -> reply(out, message, 0, text);
            case "large" -> reply(out, message, 0, "x".repeat(Integer.parseInt(text)));
            case "fail" -> reply(out, message, 1, text);
            case "whisper" -> whispered.add(text);
            default -> {
                out.writeMessageBegin(new TMessage(message.name, TMessageType.EXCEPTION, message.seqid));
                new TApplicationException(TApplicationException.UNKNOWN_METHOD, "not in Echo: " + message.name)
                        .write(out);
                out.writeMessageEnd();
                out.getTransport().flush();
            }
        }
    }

    /** The struct of the arguments, or of the exception: one string under 1. */
    static String readText(TProtocol in) throws TException {
        String text = "";
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            if (field.id == 1 && field.type == TType.STRING) {
                text = in.readString();
            } else {
                TProtocolUtil.skip(in, field.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        in.readMessageEnd();
        return text;
    }

    private static void reply(TProtocol out, TMessage call, int field, String text) throws TException {
        out.writeMessageBegin(new TMessage(call.name, TMessageType.REPLY, call.seqid));
        out.writeStructBegin(new TStruct("result"));
        if (field == 0) {
            out.writeFieldBegin(new TField("success", TType.STRING, (short) 0));
            out.writeString(text);
        } else {
            out.writeFieldBegin(new TField("refused", TType.STRUCT, (short) field));
            writeText(out, text);
        }
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        out.getTransport().flush();
    }

    static void writeText(TProtocol out, String text) throws TException {
        out.writeStructBegin(new TStruct("text"));
        out.writeFieldBegin(new TField("text", TType.STRING, (short) 1));
        out.writeString(text);
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
    }
}
