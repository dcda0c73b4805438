package io.millrace.thrift.generator.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.thrift.generator.IdlException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaErrorTest {

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("struct A {} union A {}", "1:19: duplicate name: A (first at a.thrift:1:8)"),
                Arguments.of("struct A {} service A {}", "1:21: duplicate name: A (first at a.thrift:1:8)"),
                Arguments.of("const i32 A = 1 const i32 A = 2", "1:27: duplicate name: A (first at a.thrift:1:11)"),
                Arguments.of("struct A { 1: B b }", "1:15: unknown type: B"),
                Arguments.of("struct A { 1: x.B b }", "1:15: unknown type: x.B"),
                Arguments.of("service S {} struct A { 1: S s }", "1:28: a service is no type: S"),
                Arguments.of("struct A { 1: i32 a 1: i32 b }", "1:28: duplicate field id: 1 of a and b"),
                Arguments.of("struct A { 1: i32 a 2: i32 a }", "1:28: duplicate field: a"),
                Arguments.of("struct A { 40000: i32 a }", "1:23: field id out of range: 40000 (expected: <= 32767)"),
                Arguments.of("typedef A B typedef B C typedef list<C> A", "1:11: typedef cycle: B -> A -> C -> B"),
                Arguments.of("typedef A A", "1:11: typedef cycle: A -> A"),
                Arguments.of("const i32 A = B const i32 B = A", "1:11: constant cycle: A -> B -> A"),
                Arguments.of("const i32 A = B", "1:15: unknown constant or enum value: B"),
                Arguments.of("const i8 A = 128", "1:14: expected a value of i8, found number 128"),
                Arguments.of("const i16 A = -32769", "1:15: expected a value of i16, found number -32769"),
                Arguments.of("const i32 A = 2147483648", "1:15: expected a value of i32, found number 2147483648"),
                Arguments.of("const i32 A = 1.5", "1:15: expected a value of i32, found number 1.5"),
                Arguments.of("const bool A = 2", "1:16: expected a value of bool, found number 2"),
                Arguments.of("const string A = 2", "1:18: expected a value of string, found number 2"),
                Arguments.of("const uuid A = 'no'", "1:16: expected a value of uuid, found string \"no\""),
                Arguments.of("const list<i32> A = {1: 2}", "1:21: expected a value of list<i32>, found a map"),
                Arguments.of("const map<i32, i32> A = [1]", "1:25: expected a value of map<i32, i32>, found a list"),
                Arguments.of("const list<i8> A = [1, 'b']", "1:24: expected a value of i8, found string \"b\""),
                Arguments.of("const map<i32, i32> A = {1: 2, 1: 3}", "1:32: twice a key in a map: number 1"),
                Arguments.of("const i32 A = 300 const i8 B = A", "1:32: expected a value of i8, found number 300"),
                Arguments.of(
                        "const list<i32> A = [] const set<i32> B = A",
                        "1:43: expected a value of set<i32>, found constant A of list<i32>"),
                Arguments.of("enum E { A } const E X = 5", "1:26: expected a value of enum E, found number 5"),
                Arguments.of("enum E { A } const E X = E.B", "1:26: unknown constant or enum value: E.B"),
                Arguments.of("enum E { A, A }", "1:13: duplicate value: A of enum E"),
                Arguments.of(
                        "enum E { A = 68719476736 }",
                        "1:10: enum value out of range: A = 68719476736 (expected: 32 bits)"),
                Arguments.of(
                        "enum E { A = 2147483647, B }",
                        "1:26: enum value out of range: B = 2147483648 (expected: 32 bits)"),
                Arguments.of("struct S {} const S X = {'a': 1}", "1:26: unknown field: a of struct S"),
                Arguments.of("struct S {1: i32 a} const S X = {'a': 1, 'a': 1}", "1:42: twice a field: a of struct S"),
                Arguments.of(
                        "struct S {1: i32 a} const S X = {1: 1}",
                        "1:34: expected a value of struct S, found number 1 as a field's name"),
                Arguments.of(
                        "union U {1: i32 a 2: i32 b} const U X = {'a': 1, 'b': 2}",
                        "1:41: expected a value of union U, found 2 fields of it"),
                Arguments.of("struct S {1: S s = {}}", "1:8: cycle of defaults: S -> S"),
                Arguments.of("service A extends B {}", "1:19: unknown service: B"),
                Arguments.of("service A extends B {} service B extends A {}", "1:9: service cycle: A -> B -> A"),
                Arguments.of("service A { void f() void f() }", "1:27: duplicate function: f of service A"),
                Arguments.of(
                        "service A { oneway i32 f() }",
                        "1:24: a oneway function answers nothing: f (expected: void, and no exceptions)"),
                Arguments.of(
                        "struct S {} service A { void f() throws (1: S s) }",
                        "1:45: expected an exception, found struct S: s"),
                Arguments.of("include 'b.thrift'", "1:1: file not found: b.thrift"),
                Arguments.of("include 'a.thrift'", "1:1: include cycle: a.thrift -> a.thrift"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatCannotBeMeantIsReportedWhereItIs(String text, String expected) {
        IdlException failure = catchThrowableOfType(IdlException.class, () -> MemorySources.read(text));
        assertThat(failure).hasMessage("a.thrift:" + expected);
    }

    @Test
    void circleOfIncludesIsNamed() {
        MemorySources sources = new MemorySources()
                .with("a.thrift", "include 'b.thrift'")
                .with("b.thrift", "\ninclude 'c.thrift'")
                .with("c.thrift", "\n\n  include 'a.thrift'");
        assertThat(message(sources))
                .isEqualTo("c.thrift:3:3: include cycle: a.thrift -> b.thrift -> c.thrift -> a.thrift");
    }

    @Test
    void nameOfTwoIncludedFilesIsAmbiguous() {
        MemorySources sources = new MemorySources()
                .with("a.thrift", "include 'x/b.thrift' include 'y/b.thrift' struct S { 1: b.T t }")
                .with("x/b.thrift", "struct T {}")
                .with("y/b.thrift", "struct T {}");
        assertThat(message(sources)).isEqualTo("a.thrift:1:57: ambiguous name: b.T (two included files have it)");
    }

    @Test
    void whatAnIncludedFileIncludesIsNotInSight() {
        MemorySources sources = new MemorySources()
                .with("a.thrift", "include 'b.thrift' struct S { 1: c.T t }")
                .with("b.thrift", "include 'c.thrift'")
                .with("c.thrift", "struct T {}");
        assertThat(message(sources)).isEqualTo("a.thrift:1:34: unknown type: c.T");
    }

    private static String message(MemorySources sources) {
        return String.valueOf(
                catchThrowableOfType(IdlException.class, () -> SchemaReader.read(sources, List.of("a.thrift")))
                        .getMessage());
    }
}
