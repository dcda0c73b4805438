"""Calls the Echo service at a port of this machine, as a client of Thrift's Python library, and says what came back."""
import sys

from thrift.Thrift import TApplicationException, TMessageType, TType
from thrift.protocol.TBinaryProtocol import TBinaryProtocol
from thrift.protocol.THeaderProtocol import THeaderProtocol
from thrift.protocol.TMultiplexedProtocol import TMultiplexedProtocol
from thrift.transport.THeaderTransport import THeaderClientType
from thrift.transport.TSocket import TSocket
from thrift.transport.TTransport import TFramedTransport

socket = TSocket("127.0.0.1", int(sys.argv[1]))
socket.setTimeout(60_000)
transport = TFramedTransport(socket)
transport.open()
wire = TBinaryProtocol(transport)
echo = TMultiplexedProtocol(wire, "Echo")
sequence = 0


def send(protocol, method, kind, text):
    global sequence
    sequence += 1
    protocol.writeMessageBegin(method, kind, sequence)
    protocol.writeStructBegin("arguments")
    protocol.writeFieldBegin("text", TType.STRING, 1)
    protocol.writeString(text)
    protocol.writeFieldEnd()
    protocol.writeFieldStop()
    protocol.writeStructEnd()
    protocol.writeMessageEnd()
    transport.flush()


def text_of(wanted):
    found = None
    wire.readStructBegin()
    while True:
        _, kind, number = wire.readFieldBegin()
        if kind == TType.STOP:
            break
        if number == wanted and kind == TType.STRING:
            found = wire.readString()
        elif number == 1 and kind == TType.STRUCT:
            found = "refused: " + text_of(1)
        else:
            wire.skip(kind)
        wire.readFieldEnd()
    wire.readStructEnd()
    return found


def call(protocol, method, text):
    send(protocol, method, TMessageType.CALL, text)
    name, kind, number = wire.readMessageBegin()
    if kind == TMessageType.EXCEPTION:
        failure = TApplicationException()
        failure.read(wire)
        wire.readMessageEnd()
        return "exception %d: %s" % (failure.type, failure.message)
    assert kind == TMessageType.REPLY and name == method and number == sequence, (name, kind, number)
    answer = text_of(0)
    wire.readMessageEnd()
    return answer


print(call(echo, "echo", "hello"))
print(call(wire, "echo", "grüße, 世界"))
print(call(echo, "fail", "out of luck"))
print(call(echo, "shout", "x"))
print(call(TMultiplexedProtocol(wire, "Nobody"), "echo", "x"))
send(echo, "whisper", TMessageType.ONEWAY, "psst")
large = "ü" * (1 << 19)
print(call(echo, "echo", large) == large)
transport.close()

# The same behind the header transport, with something said beside the message.
socket = TSocket("127.0.0.1", int(sys.argv[1]))
socket.setTimeout(60_000)
wire = THeaderProtocol(socket, allowed_client_types=(THeaderClientType.HEADERS,))
transport = wire.trans
transport.open()
transport.set_header(b"client", b"python")
print(call(wire, "echo", "behind a header"))
print(call(TMultiplexedProtocol(wire, "Nobody"), "echo", "x"))
transport.close()
