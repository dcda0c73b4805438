package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/apache/thrift/lib/go/thrift"
)

// Schema is what the definitions say: structs as their fields by id, functions as two structs each.
type Schema struct {
	Structs   map[string][]Field  `json:"structs"`
	Functions map[string]Function `json:"functions"`
}

// Function has no result if it is oneway.
type Function struct {
	Arguments []Field  `json:"arguments"`
	Result    *[]Field `json:"result"`
}

// Field of a struct.
type Field struct {
	ID   int16  `json:"id"`
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Type is a kind, and of containers and structs what they are of.
type Type struct {
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	Element *Type  `json:"element"`
	Key     *Type  `json:"key"`
	Value   *Type  `json:"value"`
}

var wires = map[string]thrift.TType{
	"bool": thrift.BOOL, "i8": thrift.BYTE, "i16": thrift.I16, "i32": thrift.I32, "i64": thrift.I64,
	"double": thrift.DOUBLE, "string": thrift.STRING, "binary": thrift.STRING, "uuid": thrift.UUID,
	"struct": thrift.STRUCT, "map": thrift.MAP, "set": thrift.SET, "list": thrift.LIST,
}

func (t Type) wire() thrift.TType {
	return wires[t.Kind]
}

func readSchema(path string) (*Schema, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	schema := &Schema{}
	if err := json.Unmarshal(text, schema); err != nil {
		return nil, fmt.Errorf("schema %s: %w", path, err)
	}
	return schema, nil
}
