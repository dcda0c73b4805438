package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import io.millrace.thrift.generator.schema.ThriftType;

/** Reading of values, which begin at {@code to} and move it behind them. */
final class BinaryReadValues {
    private final JavaTypes types;

    BinaryReadValues(JavaTypes types) {
        this.types = types;
    }

    /** An expression for a value that one call reads; of fixed size, its bytes are known to be there. */
    CodeBlock single(ThriftType type, String place) {
        if (type instanceof ThriftType.EnumOf) {
            return CodeBlock.of("$T.of(in.i32($L))", types.named(type), place);
        } else if (type instanceof ThriftType.StructOf) {
            return CodeBlock.of("$T.readBinary(in, $L)", types.named(type), place);
        }
        Primitive numbers = Primitive.ofElements(type);
        return CodeBlock.of("in.$L($L)", numbers == null ? JavaTypes.call(type) : numbers.listCall(), place);
    }

    /** Declares a variable with the value, and returns its name. */
    String add(CodeBlock.Builder code, Locals locals, ThriftType type) {
        String item = locals.next("item");
        int fixed = JavaTypes.fixed(type);
        if (JavaTypes.isLoop(type)) {
            container(code, locals, type, item);
        } else if (fixed > 0) {
            code.addStatement("$T $L = $L", types.java(type), item, single(type, "in.need(to, " + fixed + ")"));
            code.addStatement("to += $L", fixed);
        } else {
            code.addStatement("$T $L = $L", types.java(type), item, single(type, "to"));
            code.addStatement("to = in.position()");
        }
        return item;
    }

    private void container(CodeBlock.Builder code, Locals locals, ThriftType type, String item) {
        String count = locals.next("count");
        NewContainer.add(code, types, type, item, count, "to, ");
        code.addStatement("to += $L", type instanceof ThriftType.MapOf ? 6 : 5);
        String i = locals.next("i");
        code.beginControlFlow("for (int $L = 0; $L < $L; $L++)", i, i, count, i);
        if (!(type instanceof ThriftType.MapOf map)) {
            code.addStatement("$L.add($L)", item, add(code, locals, Elements.of(type)));
        } else if (Primitive.map(map) == null) {
            String key = add(code, locals, map.key());
            code.addStatement("$L.put($L, $L)", item, key, add(code, locals, map.value()));
        } else {
            numberEntry(code, map, item);
        }
        code.endControlFlow();
    }

    /** All entries are known to be there: the count was checked against the bytes that are left. */
    private void numberEntry(CodeBlock.Builder code, ThriftType.MapOf map, String item) {
        int key = JavaTypes.fixed(map.key());
        code.addStatement(
                "$L.put(in.$L(to), in.$L(to + $L))", item, JavaTypes.call(map.key()), JavaTypes.call(map.value()), key);
        code.addStatement("to += $L", key + JavaTypes.fixed(map.value()));
    }
}
