package io.millrace.thrift.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.thrift.ThriftProtocol;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** {@link Echo} as Apache's own library writes, reads and serves it. */
final class LibthriftEcho {
    private LibthriftEcho() {}

    static void serve(TServerSocket socket, ThriftProtocol protocol) {
        try (TTransport transport = new TFramedTransport(socket.accept())) {
            TProtocol wire = wire(protocol, transport);
            while (true) {
                TMessage message = wire.readMessageBegin();
                String text = text(wire);
                if (message.name.contains(":")) {
                    wire.writeMessageBegin(new TMessage(message.name, TMessageType.EXCEPTION, message.seqid));
                    new TApplicationException(TApplicationException.UNKNOWN_METHOD, "no service").write(wire);
                    wire.writeMessageEnd();
                    transport.flush();
                    return;
                }
                if (message.type == TMessageType.CALL) {
                    send(wire, message.name, TMessageType.REPLY, message.seqid, text);
                }
            }
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    static TProtocol wire(ThriftProtocol protocol, TTransport transport) {
        return switch (protocol) {
            case BINARY -> new TBinaryProtocol(transport, false, true);
            case BINARY_OLD -> new TBinaryProtocol(transport, false, false);
            case COMPACT -> new TCompactProtocol(transport);
        };
    }

    static void send(TProtocol wire, String method, byte kind, int sequence, String text) throws TException {
        wire.writeMessageBegin(new TMessage(method, kind, sequence));
        wire.writeStructBegin(new TStruct("Echo"));
        wire.writeFieldBegin(new TField("text", TType.STRING, (short) 1));
        wire.writeString(text);
        wire.writeFieldEnd();
        wire.writeFieldStop();
        wire.writeStructEnd();
        wire.writeMessageEnd();
        wire.getTransport().flush();
    }

    static String receive(TProtocol wire, String method, int sequence) throws TException {
        TMessage message = wire.readMessageBegin();
        assertThat(message.name).isEqualTo(method);
        assertThat(message.type).isEqualTo(TMessageType.REPLY);
        assertThat(message.seqid).isEqualTo(sequence);
        return text(wire);
    }

    static String text(TProtocol wire) throws TException {
        String text = "";
        wire.readStructBegin();
        for (TField field = wire.readFieldBegin(); field.type != TType.STOP; field = wire.readFieldBegin()) {
            if (field.id == 1) {
                text = wire.readString();
            } else {
                TProtocolUtil.skip(wire, field.type);
            }
            wire.readFieldEnd();
        }
        wire.readStructEnd();
        wire.readMessageEnd();
        return text;
    }
}
