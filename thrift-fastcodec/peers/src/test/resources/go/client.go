package main

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"
)

// Client calls functions one after another on one connection.
type Client struct {
	schema    *Schema
	transport thrift.TTransport
	wire      thrift.TProtocol
	sequence  int32
}

func (s *Schema) connect(protocol, port string) (*Client, error) {
	socket := thrift.NewTSocketConf("127.0.0.1:"+port, &thrift.TConfiguration{})
	transport := thrift.NewTFramedTransportConf(socket, &thrift.TConfiguration{})
	return &Client{schema: s, transport: transport, wire: protocolOver(protocol, transport)}, transport.Open()
}

func (c *Client) call(service, name string, arguments Struct) (Struct, error) {
	function, known := c.schema.Functions[name]
	if !known {
		function = Function{Result: &[]Field{}}
	}
	c.sequence++
	out := c.wire
	if service != "" {
		out = thrift.NewTMultiplexedProtocol(c.wire, service)
	}
	kind := thrift.CALL
	if function.Result == nil {
		kind = thrift.ONEWAY
	}
	err := firstOf(out.WriteMessageBegin(background, name, kind, c.sequence),
		c.schema.writeStruct(out, function.Arguments, arguments), out.WriteMessageEnd(background), out.Flush(background))
	if err != nil || kind == thrift.ONEWAY {
		return nil, err
	}
	return c.result(name, *function.Result)
}

func (c *Client) result(name string, fields []Field) (Struct, error) {
	answered, kind, sequence, err := c.wire.ReadMessageBegin(background)
	if err != nil {
		return nil, err
	}
	if kind == thrift.EXCEPTION {
		failure := thrift.NewTApplicationException(thrift.UNKNOWN_APPLICATION_EXCEPTION, "")
		return nil, firstOf(failure.Read(background, c.wire), c.wire.ReadMessageEnd(background), failure)
	}
	if answered != name || kind != thrift.REPLY || sequence != c.sequence {
		return nil, fmt.Errorf("answer to %s, kind %d, sequence %d (expected: %s, %d)", answered, kind, sequence, name, c.sequence)
	}
	result, err := c.schema.readStruct(c.wire, fields)
	return result, firstOf(err, c.wire.ReadMessageEnd(background))
}

// expect that a call has a result.
func (c *Client) expect(service, name string, arguments, expected Struct) error {
	result, err := c.call(service, name, arguments)
	if err == nil && !reflect.DeepEqual(result, expected) {
		err = fmt.Errorf("given %v, expected %v", result, expected)
	}
	return err
}

func (c *Client) echoes(protocol, given string) error {
	functions := map[string]string{"Everything": "echo", "Identified": "identify"}
	err := eachCase(given, func(used, name string, data []byte) error {
		function, known := functions[name]
		if used != protocol || !known {
			return nil
		}
		value, err := c.schema.decode(protocol, name, data)
		if err != nil {
			return err
		}
		result, err := c.call("", function, Struct{"value": value})
		if err != nil {
			return err
		}
		again, err := c.schema.encode(protocol, name, result["success"].(Struct))
		if err == nil && !bytes.Equal(again, data) {
			err = fmt.Errorf("given %x, expected %x", again, data)
		}
		return err
	})
	return firstOf(err, c.expect("", "blank", Struct{"value": Struct{}}, Struct{"success": Struct{}}))
}

func (c *Client) refusals() error {
	failed := Struct{"message": "käse", "code": int32(-77), "reasons": []any{"asked to"}}
	return firstOf(
		c.expect("", "refuse", Struct{"message": "käse", "code": int32(-77)}, Struct{"failed": failed}),
		c.expect("", "refuse", Struct{"message": "later", "code": int32(0)}, Struct{"busy": Struct{"seconds": busySeconds}}))
}

func (c *Client) note(protocol string) error {
	text := "psst, " + protocol
	if _, err := c.call("", "note", Struct{"text": text}); err != nil {
		return err
	}
	result, err := c.call("", "notes", Struct{})
	if err != nil {
		return err
	}
	for _, note := range result["success"].([]any) {
		if note == text {
			return nil
		}
	}
	return fmt.Errorf("not among the notes: %v", result)
}

func (c *Client) unknown() error {
	_, err := c.call("", "strange", Struct{})
	var failure thrift.TApplicationException
	if errors.As(err, &failure) && failure.TypeId() == thrift.UNKNOWN_METHOD {
		return nil
	}
	return fmt.Errorf("answered: %v", err)
}

func step(name string, run func() error) {
	if err := run(); err != nil {
		fmt.Printf("not ok %s: %s\n", name, strings.Join(strings.Fields(err.Error()), " "))
	} else {
		fmt.Println("ok " + name)
	}
}

func (s *Schema) call(given, port string) error {
	for _, protocol := range []string{"binary", "compact"} {
		client, err := s.connect(protocol, port)
		if err != nil {
			return err
		}
		numbers := Struct{"numbers": []any{int64(1) << 52, int64(-3), int64(4)},
			"named": []Entry{{"a", int32(7)}, {"b", int32(-1 << 31)}}}
		total := Struct{"success": int64(1)<<52 + 8 - int64(1)<<31}
		step(protocol+" gets objects back", func() error { return client.echoes(protocol, given) })
		step(protocol+" gets a sum", func() error { return client.expect("", "total", numbers, total) })
		step(protocol+" gets declared exceptions", client.refusals)
		step(protocol+" gets nothing", func() error { return client.expect("", "nothing", Struct{}, Struct{}) })
		step(protocol+" sends a note", func() error { return client.note(protocol) })
		step(protocol+" hears of an unknown method", client.unknown)
		step(protocol+" calls a service by its name", func() error {
			return client.expect("Peers", "name", Struct{}, Struct{"success": "millrace"})
		})
		client.transport.Close()
	}
	fmt.Println("done")
	return nil
}
