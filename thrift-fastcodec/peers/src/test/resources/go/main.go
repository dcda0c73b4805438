// A peer on Apache's library for Go: recode SCHEMA GIVEN WRITTEN, serve SCHEMA, call SCHEMA GIVEN PORT.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
)

const lineMax = 16 << 20

// eachCase hands on the objects of a file: protocol, struct, bytes.
func eachCase(path string, take func(protocol, name string, data []byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, lineMax)
	for lines.Scan() {
		words := strings.Split(lines.Text(), " ")
		data, err := hex.DecodeString(words[2])
		if err != nil {
			return err
		}
		if err := take(words[0], words[1], data); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (s *Schema) recode(given, written string) error {
	var out strings.Builder
	err := eachCase(given, func(protocol, name string, data []byte) error {
		value, err := s.decode(protocol, name, data)
		if err != nil {
			return err
		}
		again, err := s.encode(protocol, name, value)
		fmt.Fprintf(&out, "%s %s %x\n", protocol, name, again)
		return err
	})
	return firstOf(err, os.WriteFile(written, []byte(out.String()), 0o600))
}

func main() {
	schema, err := readSchema(os.Args[2])
	if err == nil {
		switch os.Args[1] {
		case "recode":
			err = schema.recode(os.Args[3], os.Args[4])
		case "serve":
			err = schema.serve()
		default:
			err = schema.call(os.Args[3], os.Args[4])
		}
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
