// Values of a schema through the library's protocols. Structs are objects by field names, maps lists of pairs, 64-bit numbers the library's Int64.
import thrift from 'thrift';

const { Type } = thrift.Thrift;
const PROTOCOLS = { binary: thrift.TBinaryProtocol, compact: thrift.TCompactProtocol };
const WIRES = {
  bool: Type.BOOL, i8: Type.BYTE, i16: Type.I16, i32: Type.I32, i64: Type.I64, double: Type.DOUBLE, string: Type.STRING,
  binary: Type.STRING, uuid: Type.UUID, struct: Type.STRUCT, map: Type.MAP, set: Type.SET, list: Type.LIST,
};
const SCALARS = {
  i8: 'Byte', i16: 'I16', i32: 'I32', i64: 'I64', double: 'Double', string: 'String', binary: 'Binary', uuid: 'Uuid',
};

export function wireOver(protocol, transport) {
  return new PROTOCOLS[protocol](transport);
}

function check(given, expected, what) {
  if (given !== expected) {
    throw new Error(`${what} of type ${given} (expected: ${expected})`);
  }
}

export class Codec {
  constructor(schema) {
    this.structs = schema.structs;
  }

  writeStruct(out, fields, value) {
    out.writeStructBegin('');
    for (const { id, name, type } of fields) {
      if (name in value) {
        out.writeFieldBegin(name, WIRES[type.kind], id);
        this.write(out, type, value[name]);
        out.writeFieldEnd();
      }
    }
    out.writeFieldStop();
    out.writeStructEnd();
  }

  write(out, type, value) {
    switch (type.kind) {
      case 'bool':
        out.writeBool(value);
        break;
      case 'struct':
        this.writeStruct(out, this.structs[type.name], value);
        break;
      case 'map':
        out.writeMapBegin(WIRES[type.key.kind], WIRES[type.value.kind], value.length);
        for (const [key, mapped] of value) {
          this.write(out, type.key, key);
          this.write(out, type.value, mapped);
        }
        out.writeMapEnd();
        break;
      case 'set':
        out.writeSetBegin(WIRES[type.element.kind], value.length);
        value.forEach((element) => this.write(out, type.element, element));
        out.writeSetEnd();
        break;
      case 'list':
        out.writeListBegin(WIRES[type.element.kind], value.length);
        value.forEach((element) => this.write(out, type.element, element));
        out.writeListEnd();
        break;
      default:
        out[`write${SCALARS[type.kind]}`](value);
    }
  }

  readStruct(source, fields) {
    const value = {};
    source.readStructBegin();
    for (;;) {
      const { ftype, fid } = source.readFieldBegin();
      if (ftype === Type.STOP) {
        break;
      }
      const field = fields.find(({ id }) => id === fid);
      if (field === undefined) {
        throw new Error(`field ${fid} is not in the schema`);
      }
      check(ftype, WIRES[field.type.kind], `field ${field.name}`);
      value[field.name] = field.type.kind === 'bool' ? source.readBool() : this.read(source, field.type);
      source.readFieldEnd();
    }
    source.readStructEnd();
    return value;
  }

  /** A value that is no field. */
  read(source, type) {
    switch (type.kind) {
      case 'bool':
        // The compact protocol's readBool is false for all elements (it looks for a value in a number): they are bytes, 1 is true in both.
        return source.readByte() === 1;
      case 'struct':
        return this.readStruct(source, this.structs[type.name]);
      case 'map':
        return this.readMap(source, type);
      case 'set': {
        const set = this.readElements(source, type.element, source.readSetBegin());
        source.readSetEnd();
        return set;
      }
      case 'list': {
        const list = this.readElements(source, type.element, source.readListBegin());
        source.readListEnd();
        return list;
      }
      default:
        return source[`read${SCALARS[type.kind]}`]();
    }
  }

  readElements(source, type, { etype, size }) {
    if (size > 0) {
      check(etype, WIRES[type.kind], 'elements');
    }
    const elements = [];
    for (let i = 0; i < size; i++) {
      elements.push(this.read(source, type));
    }
    return elements;
  }

  readMap(source, type) {
    const { ktype, vtype, size } = source.readMapBegin();
    if (size > 0) {
      check(ktype, WIRES[type.key.kind], 'keys');
      check(vtype, WIRES[type.value.kind], 'values');
    }
    const entries = [];
    for (let i = 0; i < size; i++) {
      const key = this.read(source, type.key);
      entries.push([key, this.read(source, type.value)]);
    }
    source.readMapEnd();
    return entries;
  }

  decode(protocol, struct, data) {
    const memory = new thrift.TFramedTransport(data);
    const value = this.readStruct(wireOver(protocol, memory), this.structs[struct]);
    if (memory.readPos !== data.length) {
      throw new Error(`bytes left over: ${data.length - memory.readPos}`);
    }
    return value;
  }

  encode(protocol, struct, value) {
    let data = Buffer.alloc(0);
    const memory = new thrift.TFramedTransport(undefined, (frame) => {
      data = frame.subarray(4);
    });
    this.writeStruct(wireOver(protocol, memory), this.structs[struct], value);
    memory.flush();
    return data;
  }
}
