package main

import (
	"fmt"
	"net"
	"strings"
	"sync"

	"github.com/apache/thrift/lib/go/thrift"
)

const busySeconds = int32(42)

// Answers is what this peer's functions answer.
type Answers struct {
	lock  sync.Mutex
	notes []any
}

// result of a function by field names.
func (a *Answers) result(function string, arguments Struct) Struct {
	switch function {
	case "name":
		return Struct{"success": "go"}
	case "echo", "identify", "blank":
		return Struct{"success": arguments["value"]}
	case "total":
		total := int64(0)
		for _, number := range arguments["numbers"].([]any) {
			total += number.(int64)
		}
		for _, entry := range arguments["named"].([]Entry) {
			total += int64(entry.Value.(int32))
		}
		return Struct{"success": total}
	case "refuse":
		if arguments["code"] == int32(0) {
			return Struct{"busy": Struct{"seconds": busySeconds}}
		}
		return Struct{"failed": Struct{
			"message": arguments["message"], "code": arguments["code"], "reasons": []any{"asked to"}}}
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	switch function {
	case "note":
		a.notes = append(a.notes, arguments["text"])
	case "notes":
		return Struct{"success": append([]any{}, a.notes...)}
	}
	return Struct{}
}

func (s *Schema) answer(wire thrift.TProtocol, answers *Answers) error {
	name, kind, sequence, err := wire.ReadMessageBegin(background)
	if err != nil {
		return err
	}
	plain := strings.TrimPrefix(name, "Peers:")
	function, known := s.Functions[plain]
	if !known {
		failure := thrift.NewTApplicationException(thrift.UNKNOWN_METHOD, "unknown method: "+name)
		return firstOf(wire.Skip(background, thrift.STRUCT), wire.ReadMessageEnd(background),
			wire.WriteMessageBegin(background, name, thrift.EXCEPTION, sequence), failure.Write(background, wire),
			wire.WriteMessageEnd(background), wire.Flush(background))
	}
	arguments, err := s.readStruct(wire, function.Arguments)
	if err := firstOf(err, wire.ReadMessageEnd(background)); err != nil {
		return err
	}
	result := answers.result(plain, arguments)
	if kind == thrift.ONEWAY {
		return nil
	}
	return firstOf(wire.WriteMessageBegin(background, plain, thrift.REPLY, sequence),
		s.writeStruct(wire, *function.Result, result), wire.WriteMessageEnd(background), wire.Flush(background))
}

func (s *Schema) serveOn(socket *thrift.TServerSocket, protocol string, answers *Answers) {
	for {
		accepted, err := socket.Accept()
		if err != nil {
			panic(err)
		}
		framed := thrift.NewTFramedTransportConf(accepted, &thrift.TConfiguration{})
		wire := protocolOver(protocol, framed)
		for err == nil {
			err = s.answer(wire, answers)
		}
		framed.Close()
	}
}

func (s *Schema) serve() error {
	answers := &Answers{}
	line := "ports"
	for _, protocol := range []string{"binary", "compact"} {
		socket, err := thrift.NewTServerSocket("127.0.0.1:0")
		if err != nil {
			return err
		}
		if err := socket.Listen(); err != nil {
			return err
		}
		line += fmt.Sprintf(" %d", socket.Addr().(*net.TCPAddr).Port)
		go s.serveOn(socket, protocol, answers)
	}
	fmt.Println(line)
	select {}
}
