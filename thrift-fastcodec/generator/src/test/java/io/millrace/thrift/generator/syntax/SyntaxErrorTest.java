package io.millrace.thrift.generator.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.IdlProblem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SyntaxErrorTest {

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("foo", "1:1: expected a definition, found 'foo'"),
                Arguments.of("struct", "1:7: expected a name for the struct, found the end of the file"),
                Arguments.of(
                        "struct A", "1:9: expected '{' before the fields of the struct, found the end of the file"),
                Arguments.of("struct A {", "1:11: expected a field or '}', found the end of the file"),
                Arguments.of("struct list {}", "1:8: expected a name for the struct, found keyword 'list'"),
                Arguments.of("struct a.b {}", "1:8: expected a name for the struct without a dot, found 'a.b'"),
                Arguments.of("struct A { 1 i32 a }", "1:14: expected ':' after a field id, found keyword 'i32'"),
                Arguments.of("struct A { 1: i32 }", "1:19: expected a field name, found '}'"),
                Arguments.of("struct A { 1: i32 xsd_all }", "1:19: expected a field name, found keyword 'xsd_all'"),
                Arguments.of("struct A { 1: void a }", "1:15: expected a type, found keyword 'void'"),
                Arguments.of("struct A { 1: i32 a = }", "1:23: expected a value, found '}'"),
                Arguments.of("struct A { 1: i32 a,, }", "1:21: expected a field or '}', found ','"),
                Arguments.of("struct A { 1: map<i32> a }", "1:22: expected ',' after the key type of a map, found '>'"),
                Arguments.of("struct A { 1: list<i32 a }", "1:24: expected '>' at the end of a list type, found 'a'"),
                Arguments.of("struct A { 1: set i32 a }", "1:19: expected '<' after 'set', found keyword 'i32'"),
                Arguments.of("struct A { 1.5: i32 a }", "1:12: expected a field or '}', found number 1.5"),
                Arguments.of("typedef i32", "1:12: expected a name for the type, found the end of the file"),
                Arguments.of("typedef 5 A", "1:9: expected a type, found number 5"),
                Arguments.of("const i32 A 5", "1:13: expected '=' after a constant name, found number 5"),
                Arguments.of("const i32 A = struct", "1:15: expected a value, found keyword 'struct'"),
                Arguments.of("const list<i32> A = [1", "1:23: expected a value or ']', found the end of the file"),
                Arguments.of("const map<i32, i32> A = {1 2}", "1:28: expected ':' after a map's key, found number 2"),
                Arguments.of("enum A { 1 }", "1:10: expected an enum value or '}', found number 1"),
                Arguments.of("enum A { B = C }", "1:14: expected a number for the enum value, found 'C'"),
                Arguments.of("senum A { B }", "1:11: expected a string or '}', found 'B'"),
                Arguments.of("service A { i32 }", "1:17: expected a function name, found '}'"),
                Arguments.of(
                        "service A { void f }", "1:20: expected '(' before the arguments of a function, found '}'"),
                Arguments.of("service A { void f() throws }", "1:29: expected '(' after 'throws', found '}'"),
                Arguments.of(
                        "service A extends {}", "1:19: expected the name of the service that is extended, found '{'"),
                Arguments.of("service A { 5 }", "1:13: expected a function or '}', found number 5"),
                Arguments.of("include base", "1:9: expected a path in quotes after 'include', found 'base'"),
                Arguments.of("namespace java", "1:15: expected the name of a namespace, found the end of the file"),
                Arguments.of("namespace 'a' b", "1:11: expected the scope of a namespace or '*', found string \"a\""),
                Arguments.of(
                        "struct A {} (a = 1)", "1:18: expected a string as the annotation's value, found number 1"),
                Arguments.of("struct A {} ('a')", "1:14: expected an annotation's name or ')', found string \"a\""),
                Arguments.of(
                        "struct A {}\ninclude 'b'",
                        "2:1: expected a definition, found 'include': headers stand before them"),
                Arguments.of("const i32 A = 1.", "1:15: malformed number: 1."),
                Arguments.of("const i32 A = 12ab", "1:15: malformed number: 12ab"),
                Arguments.of("const i32 A = 0x", "1:15: malformed number: 0x"),
                Arguments.of("const i32 A = -", "1:15: malformed number: -"),
                Arguments.of("const double A = 1e999", "1:18: double out of range: 1e999"),
                Arguments.of(
                        "const i64 A = 9223372036854775808",
                        "1:15: integer out of range: 9223372036854775808"
                                + " (expected: -9223372036854775808 to 9223372036854775807)"),
                Arguments.of(
                        "const string A = 'a", "1:18: unterminated string (expected: ' before the end of the line)"),
                Arguments.of(
                        "const string A = \"a\nb\"",
                        "1:18: unterminated string (expected: \" before the end of the line)\n2:1: expected a definition, found 'b'"),
                Arguments.of(
                        "const string A = 'a\\x'",
                        "1:20: unknown escape in a string: \\x (expected: \\r \\n \\t \\\" \\' \\\\)"),
                Arguments.of("struct A {} /* no end", "1:13: unterminated comment (expected: \"*/\")"),
                Arguments.of("struct A { 1: i32 ü }", "1:19: unexpected character: U+00FC"),
                Arguments.of("struct A @ {}", "1:10: unexpected character: '@'"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongTextIsReportedWhereItIs(String text, String expected) {
        String problems = problems(text).stream()
                .map(problem ->
                        problem.position().line() + ":" + problem.position().column() + ": " + problem.message())
                .reduce((a, b) -> a + '\n' + b)
                .orElse("");
        assertThat(problems).isEqualTo(expected);
    }

    @Test
    void severalMistakesAreReportedAtOnce() {
        List<IdlProblem> problems = problems(
                """
                struct A { 1: i32 }
                enum B { C = }
                struct Right { 1: i32 struct }
                struct Open { 1: i32 a
                service S { void f( }
                const i32 X = 1 1
                """);
        assertThat(problems)
                .extracting(IdlProblem::toString)
                .containsExactly(
                        "f.thrift:1:19: expected a field name, found '}'",
                        "f.thrift:2:14: expected a number for the enum value, found '}'",
                        "f.thrift:5:1: expected a type, found keyword 'service'",
                        "f.thrift:6:17: expected a definition, found number 1");
    }

    @Test
    void whatIsRightBesideMistakesIsRead() {
        Problems problems = new Problems();
        IdlFile file = IdlParser.parse(
                SourceText.of("f", "struct A { 1: i32 }\nstruct B {}\nenum C { 5 }\nenum D {}"), problems);
        assertThat(file.definitions())
                .extracting(definition -> definition.label().name())
                .containsExactly("B", "D");
    }

    @Test
    void aHundredMistakesAreEnough() {
        assertThat(problems("struct A { 1: i32 }\n".repeat(10_000))).hasSize(SyntaxLimits.PROBLEMS);
        assertThat(problems("@\n".repeat(10_000))).hasSize(SyntaxLimits.PROBLEMS);
    }

    @Test
    void bytesThatAreNotUtf8AreToleratedInCommentsOnly() {
        byte[] comment = "// caf\u00e9\nstruct A {}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(IdlParser.parse(SourceText.decoded("f", comment)).definitions())
                .hasSize(1);
        byte[] text = "const string A = 'caf\u00e9'".getBytes(StandardCharsets.ISO_8859_1);
        IdlException failure =
                catchThrowableOfType(IdlException.class, () -> IdlParser.parse(SourceText.decoded("f", text)));
        assertThat(failure).hasMessage("f:1:22: not UTF-8 in a string");
    }

    @Test
    void byteOrderMarkIsNoText() {
        assertThat(IdlParser.parse(SourceText.of("f", "\uFEFFstruct A {}"))
                        .definitions()
                        .get(0)
                        .label()
                        .position()
                        .column())
                .isEqualTo(8);
    }

    private static List<IdlProblem> problems(String text) {
        return catchThrowableOfType(IdlException.class, () -> IdlParser.parse(SourceText.of("f.thrift", text)))
                .problems();
    }
}
