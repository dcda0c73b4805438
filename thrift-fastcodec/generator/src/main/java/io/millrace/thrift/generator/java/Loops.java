package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.Map;

/** Statements for every element of a container. */
final class Loops {

    /** Statements for one value. */
    interface Body {
        void add(CodeBlock.Builder code, ThriftType type, String value);
    }

    private final JavaTypes types;
    private final Locals locals = new Locals();

    Loops(JavaTypes types) {
        this.types = types;
    }

    Locals locals() {
        return locals;
    }

    void elements(CodeBlock.Builder code, ThriftType element, String container, Body body) {
        String name = locals.next("element");
        code.beginControlFlow("for ($T $L : $L)", types.boxed(element), name, container);
        body.add(code, element, name);
        code.endControlFlow();
    }

    void entries(CodeBlock.Builder code, ThriftType.MapOf type, String map, Body body) {
        String name = locals.next("entry");
        code.beginControlFlow(
                "for ($T.Entry<$T, $T> $L : $L.entrySet())",
                Map.class,
                types.boxed(type.key()),
                types.boxed(type.value()),
                name,
                map);
        body.add(code, type.key(), name + ".getKey()");
        body.add(code, type.value(), name + ".getValue()");
        code.endControlFlow();
    }

    void keys(CodeBlock.Builder code, ThriftType.MapOf type, String map, Body body) {
        elements(code, type.key(), map + ".keySet()", body);
    }

    void values(CodeBlock.Builder code, ThriftType.MapOf type, String map, Body body) {
        elements(code, type.value(), map + ".values()", body);
    }

    /** The runtime's own maps have entries by number. */
    void numberEntries(CodeBlock.Builder code, ThriftType.MapOf type, String map, Body body) {
        String name = locals.next("i");
        code.beginControlFlow("for (int $L = 0; $L < $L.size(); $L++)", name, name, map, name);
        body.add(code, type.key(), map + ".keyAt(" + name + ")");
        body.add(code, type.value(), map + ".valueAt(" + name + ")");
        code.endControlFlow();
    }
}
