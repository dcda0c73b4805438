module millrace.io/thrift/peers

go 1.19

require github.com/apache/thrift v0.18.1
