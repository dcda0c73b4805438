"""A peer on Apache's library for Python: recode SCHEMA GIVEN WRITTEN, serve SCHEMA, call SCHEMA GIVEN PORT.

Structs are dicts by field names, maps lists of pairs. The schema tells what is where; the library's protocols do the bytes.
"""
import json
import sys
import threading

from thrift.Thrift import TApplicationException, TMessageType, TType
from thrift.protocol.TBinaryProtocol import TBinaryProtocol
from thrift.protocol.TCompactProtocol import TCompactProtocol
from thrift.protocol.TMultiplexedProtocol import TMultiplexedProtocol
from thrift.transport.TSocket import TServerSocket, TSocket
from thrift.transport.TTransport import TFramedTransport, TMemoryBuffer, TTransportException

PROTOCOLS = {"binary": TBinaryProtocol, "compact": TCompactProtocol}
SCALARS = {
    "bool": (TType.BOOL, "Bool"), "i8": (TType.BYTE, "Byte"), "i16": (TType.I16, "I16"), "i32": (TType.I32, "I32"),
    "i64": (TType.I64, "I64"), "double": (TType.DOUBLE, "Double"), "string": (TType.STRING, "String"),
    "binary": (TType.STRING, "Binary"),
}
CONTAINERS = {"struct": TType.STRUCT, "map": TType.MAP, "set": TType.SET, "list": TType.LIST}
BUSY_SECONDS = 42


class Codec:
    """Reads and writes values of a schema."""

    def __init__(self, schema):
        self.structs = schema["structs"]

    @staticmethod
    def wire(of):
        scalar = SCALARS.get(of["kind"])
        return scalar[0] if scalar else CONTAINERS[of["kind"]]

    def fields(self, of):
        return self.structs[of["name"]]

    def write_struct(self, out, fields, value):
        out.writeStructBegin("")
        for field in fields:
            if field["name"] in value:
                out.writeFieldBegin(field["name"], self.wire(field["type"]), field["id"])
                self.write(out, field["type"], value[field["name"]])
                out.writeFieldEnd()
        out.writeFieldStop()
        out.writeStructEnd()

    def write(self, out, of, value):
        kind = of["kind"]
        if kind in SCALARS:
            getattr(out, "write" + SCALARS[kind][1])(value)
        elif kind == "struct":
            self.write_struct(out, self.fields(of), value)
        elif kind == "map":
            out.writeMapBegin(self.wire(of["key"]), self.wire(of["value"]), len(value))
            for key, mapped in value:
                self.write(out, of["key"], key)
                self.write(out, of["value"], mapped)
            out.writeMapEnd()
        else:
            begin, end = (out.writeSetBegin, out.writeSetEnd) if kind == "set" else (out.writeListBegin, out.writeListEnd)
            begin(self.wire(of["element"]), len(value))
            for element in value:
                self.write(out, of["element"], element)
            end()

    def read_struct(self, source, fields):
        by_id = {field["id"]: field for field in fields}
        value = {}
        source.readStructBegin()
        while True:
            _, wire, number = source.readFieldBegin()
            if wire == TType.STOP:
                break
            field = by_id.get(number)
            if field is None or self.wire(field["type"]) != wire:
                raise ValueError(f"field {number} of type {wire} is not in the schema")
            value[field["name"]] = self.read(source, field["type"])
            source.readFieldEnd()
        source.readStructEnd()
        return value

    def read(self, source, of):
        kind = of["kind"]
        if kind in SCALARS:
            return getattr(source, "read" + SCALARS[kind][1])()
        if kind == "struct":
            return self.read_struct(source, self.fields(of))
        if kind == "map":
            key, mapped, size = source.readMapBegin()
            self.check(size, (key, mapped), (self.wire(of["key"]), self.wire(of["value"])))
            value = [(self.read(source, of["key"]), self.read(source, of["value"])) for _ in range(size)]
            source.readMapEnd()
            return value
        begin, end = (source.readSetBegin, source.readSetEnd) if kind == "set" else (source.readListBegin, source.readListEnd)
        element, size = begin()
        self.check(size, element, self.wire(of["element"]))
        value = [self.read(source, of["element"]) for _ in range(size)]
        end()
        return value

    @staticmethod
    def check(size, given, expected):
        if size > 0 and given != expected:
            raise ValueError(f"elements of type {given} (expected: {expected})")

    def decode(self, protocol, struct, data):
        memory = TMemoryBuffer(data)
        value = self.read_struct(PROTOCOLS[protocol](memory), self.structs[struct])
        if memory.read(1):
            raise ValueError("bytes left over")
        return value

    def encode(self, protocol, struct, value):
        memory = TMemoryBuffer()
        self.write_struct(PROTOCOLS[protocol](memory), self.structs[struct], value)
        return memory.getvalue()


def cases(path):
    with open(path, encoding="ascii") as lines:
        for line in lines:
            protocol, struct, data = line.rstrip("\n").split(" ")
            yield protocol, struct, bytes.fromhex(data)


def recode(codec, given, written):
    with open(written, "w", encoding="ascii") as out:
        for protocol, struct, data in cases(given):
            value = codec.decode(protocol, struct, data)
            out.write(f"{protocol} {struct} {codec.encode(protocol, struct, value).hex()}\n")


class Answers:
    """What this peer's functions answer: results by field names."""

    def __init__(self):
        self.kept = []

    def name(self, _):
        return {"success": "python"}

    def echo(self, arguments):
        return {"success": arguments["value"]}

    identify = blank = echo

    def total(self, arguments):
        return {"success": sum(arguments["numbers"]) + sum(value for _, value in arguments["named"])}

    def refuse(self, arguments):
        if arguments["code"] == 0:
            return {"busy": {"seconds": BUSY_SECONDS}}
        return {"failed": {"message": arguments["message"], "code": arguments["code"], "reasons": ["asked to"]}}

    def nothing(self, _):
        return {}

    def note(self, arguments):
        self.kept.append(arguments["text"])

    def notes(self, _):
        return {"success": self.kept}


def answer(codec, functions, answers, wire):
    name, kind, sequence = wire.readMessageBegin()
    plain = name[len("Peers:"):] if name.startswith("Peers:") else name
    function = functions.get(plain)
    if function is None:
        wire.skip(TType.STRUCT)
        wire.readMessageEnd()
        wire.writeMessageBegin(name, TMessageType.EXCEPTION, sequence)
        TApplicationException(TApplicationException.UNKNOWN_METHOD, "unknown method: " + name).write(wire)
    else:
        arguments = codec.read_struct(wire, function["arguments"])
        wire.readMessageEnd()
        result = getattr(answers, plain)(arguments)
        if kind == TMessageType.ONEWAY:
            return
        wire.writeMessageBegin(plain, TMessageType.REPLY, sequence)
        codec.write_struct(wire, function["result"], result)
    wire.writeMessageEnd()
    wire.trans.flush()


def serve_one(codec, functions, answers, protocol, socket):
    while True:
        transport = TFramedTransport(socket.accept())
        wire = PROTOCOLS[protocol](transport)
        try:
            while True:
                answer(codec, functions, answers, wire)
        except TTransportException:
            transport.close()


def serve(codec, functions):
    answers = Answers()
    ports = []
    for protocol in PROTOCOLS:
        socket = TServerSocket("127.0.0.1", 0)
        socket.listen()
        ports.append(str(socket.handle.getsockname()[1]))
        threading.Thread(target=serve_one, args=(codec, functions, answers, protocol, socket), daemon=True).start()
    print("ports " + " ".join(ports), flush=True)
    threading.Event().wait()


class Client:
    """Calls functions one after another on one connection."""

    def __init__(self, codec, functions, protocol, port):
        self.codec, self.functions, self.sequence = codec, functions, 0
        self.transport = TFramedTransport(TSocket("127.0.0.1", port))
        self.transport.open()
        self.wire = PROTOCOLS[protocol](self.transport)

    def call(self, name, arguments, service=None):
        function = self.functions.get(name, {"arguments": [], "result": []})
        self.sequence += 1
        out = TMultiplexedProtocol(self.wire, service) if service else self.wire
        kind = TMessageType.ONEWAY if function["result"] is None else TMessageType.CALL
        out.writeMessageBegin(name, kind, self.sequence)
        self.codec.write_struct(out, function["arguments"], arguments)
        out.writeMessageEnd()
        self.transport.flush()
        return None if kind == TMessageType.ONEWAY else self.result(name, function)

    def result(self, name, function):
        answered, kind, sequence = self.wire.readMessageBegin()
        if kind == TMessageType.EXCEPTION:
            failure = TApplicationException()
            failure.read(self.wire)
            self.wire.readMessageEnd()
            raise failure
        equal((answered, kind, sequence), (name, TMessageType.REPLY, self.sequence))
        value = self.codec.read_struct(self.wire, function["result"])
        self.wire.readMessageEnd()
        return value


def equal(given, expected):
    if given != expected:
        raise AssertionError(f"given {given!r}, expected {expected!r}")


def echoes(client, codec, protocol, given):
    functions = {"Everything": "echo"}
    for used, struct, data in cases(given):
        if used == protocol and struct in functions:
            result = client.call(functions[struct], {"value": codec.decode(protocol, struct, data)})
            equal(codec.encode(protocol, struct, result["success"]), data)
    equal(client.call("blank", {"value": {}}), {"success": {}})


def refusals(client):
    equal(client.call("refuse", {"message": "käse", "code": -77}),
          {"failed": {"message": "käse", "code": -77, "reasons": ["asked to"]}})
    equal(client.call("refuse", {"message": "later", "code": 0}), {"busy": {"seconds": BUSY_SECONDS}})


def unknown(client):
    try:
        client.call("strange", {})
    except TApplicationException as failure:
        equal(failure.type, TApplicationException.UNKNOWN_METHOD)
        return
    raise AssertionError("answered")


def notes(client, protocol):
    client.call("note", {"text": "psst, " + protocol})
    equal("psst, " + protocol in client.call("notes", {})["success"], True)


def step(name, run):
    try:
        run()
        print("ok " + name, flush=True)
    except Exception as failure:
        why = " ".join(f"{type(failure).__name__}: {failure}".split())
        print(f"not ok {name}: {why[:2000]}", flush=True)


def call(codec, functions, given, port):
    for protocol in PROTOCOLS:
        client = Client(codec, functions, protocol, port)
        total = {"numbers": [1 << 52, -3, 4], "named": [("a", 7), ("b", -(1 << 31))]}
        step(protocol + " gets objects back", lambda: echoes(client, codec, protocol, given))
        step(protocol + " gets a sum", lambda: equal(
            client.call("total", total), {"success": (1 << 52) + 8 - (1 << 31)}))
        step(protocol + " gets declared exceptions", lambda: refusals(client))
        step(protocol + " gets nothing", lambda: equal(client.call("nothing", {}), {}))
        step(protocol + " sends a note", lambda: notes(client, protocol))
        step(protocol + " hears of an unknown method", lambda: unknown(client))
        step(protocol + " calls a service by its name", lambda: equal(
            client.call("name", {}, service="Peers"), {"success": "millrace"}))
        client.transport.close()
    print("done", flush=True)


def main(command, schema_path, *more):
    with open(schema_path, encoding="ascii") as file:
        schema = json.load(file)
    codec = Codec(schema)
    if command == "recode":
        recode(codec, *more)
    elif command == "serve":
        serve(codec, schema["functions"])
    else:
        call(codec, schema["functions"], more[0], int(more[1]))


main(*sys.argv[1:])
