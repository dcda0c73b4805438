package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.thrift.ThriftProtocol;
import java.net.InetSocketAddress;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** A client of {@link EchoService} on Apache's library, framed. Checks what its generated clients check. Not thread-safe. */
final class EchoClient implements AutoCloseable {
    private static final int LIMIT_MILLIS = 60_000;

    private final TFramedTransport transport;
    private final TProtocol wire;
    private int sequence = 40;

    private EchoClient(TFramedTransport transport, TProtocol wire) {
        this.transport = transport;
        this.wire = wire;
    }

    static EchoClient to(InetSocketAddress address) throws TException {
        return to(address, ThriftProtocol.BINARY);
    }

    static EchoClient to(InetSocketAddress address, ThriftProtocol protocol) throws TException {
        try {
            TFramedTransport transport =
                    new TFramedTransport(new TSocket(address.getHostString(), address.getPort(), LIMIT_MILLIS));
            transport.open();
            return new EchoClient(transport, wire(transport, protocol));
        } catch (TTransportException e) {
            throw new TException("cannot connect to " + address, e);
        }
    }

    static TProtocol wire(TFramedTransport transport, ThriftProtocol protocol) {
        return switch (protocol) {
            case BINARY -> new TBinaryProtocol(transport, true, true);
            case BINARY_OLD -> new TBinaryProtocol(transport, false, false);
            case COMPACT -> new TCompactProtocol(transport);
        };
    }

    /** Calls {@code Echo:method}. */
    String call(String method, String text) throws TException {
        return call("Echo", method, text);
    }

    /** Calls a method by the multiplexed name, or without one if {@code service} is empty. */
    String call(String service, String method, String text) throws TException {
        send(service, method, TMessageType.CALL, ++sequence, text);
        return receive(method, sequence);
    }

    void oneway(String method, String text) throws TException {
        send("Echo", method, TMessageType.ONEWAY, ++sequence, text);
    }

    /** Sends a call and does not wait. */
    int send(String method, String text) throws TException {
        send("Echo", method, TMessageType.CALL, ++sequence, text);
        return sequence;
    }

    private void send(String service, String method, byte type, int id, String text) throws TException {
        TProtocol named = service.isEmpty() ? wire : new TMultiplexedProtocol(wire, service);
        named.writeMessageBegin(new TMessage(method, type, id));
        EchoService.writeText(named, text);
        named.writeMessageEnd();
        transport.flush();
    }

    /** Reads the answer to a call. */
    String receive(String method, int id) throws TException {
        TMessage message = wire.readMessageBegin();
        if (message.type == TMessageType.EXCEPTION) {
            TApplicationException failure = TApplicationException.readFrom(wire);
            wire.readMessageEnd();
            throw failure;
        }
        assertThat(message.type).isEqualTo(TMessageType.REPLY);
        assertThat(message.name).isEqualTo(method);
        assertThat(message.seqid).isEqualTo(id);
        return result();
    }

    private String result() throws TException {
        String text = "";
        Refused refused = null;
        wire.readStructBegin();
        for (TField field = wire.readFieldBegin(); field.type != TType.STOP; field = wire.readFieldBegin()) {
            if (field.id == 0) {
                text = wire.readString();
            } else if (field.id == 1) {
                refused = new Refused(EchoService.readText(wire));
            } else {
                TProtocolUtil.skip(wire, field.type);
            }
            wire.readFieldEnd();
        }
        wire.readStructEnd();
        wire.readMessageEnd();
        if (refused != null) {
            throw refused;
        }
        return text;
    }

    @Override
    public void close() {
        transport.close();
    }

    /** The exception that {@code fail} declares. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String why) {
            super(why);
        }
    }
}
