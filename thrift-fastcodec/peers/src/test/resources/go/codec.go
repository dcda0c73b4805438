package main

import (
	"context"
	"fmt"

	"github.com/apache/thrift/lib/go/thrift"
)

// Struct holds values by field names.
type Struct map[string]any

// Entry of a map: they keep their order.
type Entry struct {
	Key   any
	Value any
}

var background = context.Background()

func protocolOver(name string, transport thrift.TTransport) thrift.TProtocol {
	if name == "compact" {
		return thrift.NewTCompactProtocolConf(transport, &thrift.TConfiguration{})
	}
	return thrift.NewTBinaryProtocolConf(transport, &thrift.TConfiguration{})
}

// firstOf is the first error of several.
func firstOf(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Schema) writeStruct(out thrift.TProtocol, fields []Field, value Struct) error {
	if err := out.WriteStructBegin(background, ""); err != nil {
		return err
	}
	for _, field := range fields {
		member, there := value[field.Name]
		if !there {
			continue
		}
		if err := out.WriteFieldBegin(background, field.Name, field.Type.wire(), field.ID); err != nil {
			return err
		}
		if err := firstOf(s.write(out, field.Type, member), out.WriteFieldEnd(background)); err != nil {
			return err
		}
	}
	return firstOf(out.WriteFieldStop(background), out.WriteStructEnd(background))
}

func (s *Schema) write(out thrift.TProtocol, of Type, value any) error {
	switch of.Kind {
	case "bool":
		return out.WriteBool(background, value.(bool))
	case "i8":
		return out.WriteByte(background, value.(int8))
	case "i16":
		return out.WriteI16(background, value.(int16))
	case "i32":
		return out.WriteI32(background, value.(int32))
	case "i64":
		return out.WriteI64(background, value.(int64))
	case "double":
		return out.WriteDouble(background, value.(float64))
	case "string":
		return out.WriteString(background, value.(string))
	case "binary":
		return out.WriteBinary(background, value.([]byte))
	case "uuid":
		return out.WriteUUID(background, value.(thrift.Tuuid))
	case "struct":
		return s.writeStruct(out, s.Structs[of.Name], value.(Struct))
	case "map":
		return s.writeMap(out, of, value.([]Entry))
	case "set":
		elements := value.([]any)
		return firstOf(out.WriteSetBegin(background, of.Element.wire(), len(elements)),
			s.writeAll(out, *of.Element, elements), out.WriteSetEnd(background))
	default:
		elements := value.([]any)
		return firstOf(out.WriteListBegin(background, of.Element.wire(), len(elements)),
			s.writeAll(out, *of.Element, elements), out.WriteListEnd(background))
	}
}

func (s *Schema) writeAll(out thrift.TProtocol, of Type, values []any) error {
	for _, value := range values {
		if err := s.write(out, of, value); err != nil {
			return err
		}
	}
	return nil
}

func (s *Schema) writeMap(out thrift.TProtocol, of Type, entries []Entry) error {
	if err := out.WriteMapBegin(background, of.Key.wire(), of.Value.wire(), len(entries)); err != nil {
		return err
	}
	for _, entry := range entries {
		if err := s.write(out, *of.Key, entry.Key); err != nil {
			return err
		}
		if err := s.write(out, *of.Value, entry.Value); err != nil {
			return err
		}
	}
	return out.WriteMapEnd(background)
}

func (s *Schema) readStruct(in thrift.TProtocol, fields []Field) (Struct, error) {
	value := Struct{}
	if _, err := in.ReadStructBegin(background); err != nil {
		return nil, err
	}
	for {
		_, wire, id, err := in.ReadFieldBegin(background)
		if err != nil {
			return nil, err
		}
		if wire == thrift.STOP {
			return value, in.ReadStructEnd(background)
		}
		field, err := fieldOf(fields, id, wire)
		if err != nil {
			return nil, err
		}
		if value[field.Name], err = s.read(in, field.Type); err != nil {
			return nil, fmt.Errorf("field %s: %w", field.Name, err)
		}
		if err := in.ReadFieldEnd(background); err != nil {
			return nil, err
		}
	}
}

func fieldOf(fields []Field, id int16, wire thrift.TType) (Field, error) {
	for _, field := range fields {
		if field.ID == id && field.Type.wire() == wire {
			return field, nil
		}
	}
	return Field{}, fmt.Errorf("field %d of type %d is not in the schema", id, wire)
}

func (s *Schema) read(in thrift.TProtocol, of Type) (any, error) {
	switch of.Kind {
	case "bool":
		return in.ReadBool(background)
	case "i8":
		return in.ReadByte(background)
	case "i16":
		return in.ReadI16(background)
	case "i32":
		return in.ReadI32(background)
	case "i64":
		return in.ReadI64(background)
	case "double":
		return in.ReadDouble(background)
	case "string":
		return in.ReadString(background)
	case "binary":
		return in.ReadBinary(background)
	case "uuid":
		return in.ReadUUID(background)
	case "struct":
		return s.readStruct(in, s.Structs[of.Name])
	case "map":
		return s.readMap(in, of)
	case "set":
		element, size, err := in.ReadSetBegin(background)
		if err != nil {
			return nil, err
		}
		values, err := s.readAll(in, *of.Element, element, size)
		return values, firstOf(err, in.ReadSetEnd(background))
	default:
		element, size, err := in.ReadListBegin(background)
		if err != nil {
			return nil, err
		}
		values, err := s.readAll(in, *of.Element, element, size)
		return values, firstOf(err, in.ReadListEnd(background))
	}
}

func (s *Schema) readAll(in thrift.TProtocol, of Type, wire thrift.TType, size int) ([]any, error) {
	if size > 0 && wire != of.wire() {
		return nil, fmt.Errorf("elements of type %d (expected: %d)", wire, of.wire())
	}
	values := make([]any, 0, size)
	for i := 0; i < size; i++ {
		value, err := s.read(in, of)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

func (s *Schema) readMap(in thrift.TProtocol, of Type) ([]Entry, error) {
	key, value, size, err := in.ReadMapBegin(background)
	if err != nil {
		return nil, err
	}
	if size > 0 && (key != of.Key.wire() || value != of.Value.wire()) {
		return nil, fmt.Errorf("entries of types %d, %d (expected: %d, %d)", key, value, of.Key.wire(), of.Value.wire())
	}
	entries := make([]Entry, size)
	for i := range entries {
		if entries[i].Key, err = s.read(in, *of.Key); err != nil {
			return nil, err
		}
		if entries[i].Value, err = s.read(in, *of.Value); err != nil {
			return nil, err
		}
	}
	return entries, in.ReadMapEnd(background)
}

func (s *Schema) decode(protocol, name string, data []byte) (Struct, error) {
	memory := thrift.NewTMemoryBuffer()
	memory.Write(data)
	value, err := s.readStruct(protocolOver(protocol, memory), s.Structs[name])
	if err == nil && memory.Len() > 0 {
		err = fmt.Errorf("bytes left over: %d", memory.Len())
	}
	return value, err
}

func (s *Schema) encode(protocol, name string, value Struct) ([]byte, error) {
	memory := thrift.NewTMemoryBuffer()
	out := protocolOver(protocol, memory)
	err := firstOf(s.writeStruct(out, s.Structs[name], value), out.Flush(background))
	return memory.Bytes(), err
}
