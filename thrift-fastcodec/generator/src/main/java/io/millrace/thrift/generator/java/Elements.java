package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.schema.ThriftType;

/** What a list and a set hold. */
final class Elements {

    private Elements() {}

    static ThriftType of(ThriftType type) {
        return type instanceof ThriftType.SetOf set ? set.element() : ((ThriftType.ListOf) type).element();
    }
}
