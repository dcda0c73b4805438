package io.millrace.thrift.generator.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.thrift.generator.IdlException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Texts that ask for more stack, time or memory than they have characters. */
@Tag("once")
class HostileIdlTest {
    private static final int MANY = 100_000;

    @Test
    void structOfManyFieldsIsRead() {
        // An id has 16 bits, so one struct cannot have them all.
        String text = IntStream.range(0, 4)
                .mapToObj(struct -> "struct S" + struct + " {"
                        + IntStream.range(1, MANY / 4)
                                .mapToObj(id -> id + ": i64 f" + id + "\n")
                                .collect(Collectors.joining())
                        + "}\n")
                .collect(Collectors.joining());
        assertThat(MemorySources.read(text).files().get(0).structs())
                .hasSize(4)
                .allSatisfy(struct -> assertThat(struct.fields()).hasSize(MANY / 4 - 1));
    }

    @Test
    void tooDeepNestingIsReported() {
        assertFails("const i32 A = " + "[".repeat(MANY), "nested too deeply (expected: <= 64 levels)");
        assertFails("struct A { 1: " + "list<".repeat(MANY), "nested too deeply (expected: <= 64 levels)");
        assertFails("const i32 A = " + "{".repeat(MANY), "nested too deeply (expected: <= 64 levels)");
        assertFails("struct A " + "{ 1: i32 a xsd_attrs ".repeat(MANY), "nested too deeply (expected: <= 64 levels)");
    }

    @Test
    void longChainsOfNamesNeedNoStack() {
        assertThat(MemorySources.read(chain("typedef T%d T%d\n", "typedef i32 T0\n"))
                        .files()
                        .get(0)
                        .typedefs())
                .hasSize(MANY + 1)
                .allSatisfy(typedef -> assertThat(typedef.type()).hasToString("i32"));
        assertThat(MemorySources.read(chain("const i32 C%2$d = C%1$d\n", "const i32 C0 = 7\n"))
                        .files()
                        .get(0)
                        .constants())
                .hasSize(MANY + 1)
                .allSatisfy(constant -> assertThat(constant.value()).isEqualTo(new ConstantValue.Whole(7)));
        assertThat(MemorySources.read(chain("struct S%2$d { 1: required S%1$d s }\n", "struct S0 { 1: S0 s }\n"))
                        .files()
                        .get(0)
                        .structs())
                .hasSize(MANY + 1);
        assertThat(MemorySources.read(chain("service S%2$d extends S%1$d {}\n", "service S0 {}\n"))
                        .files()
                        .get(0)
                        .services())
                .hasSize(MANY + 1);
    }

    @Test
    void longCircleIsNamedInShort() {
        assertFails(
                chain("typedef T%d T%d\n", "typedef T" + MANY + " T0\n"),
                "a.thrift:1:17: typedef cycle: T0 -> T100000 -> T99999 -> T99998 -> T99997 -> T99996 -> T99995"
                        + " -> T99994 -> T99993 -> … (99992 more) -> T0");
    }

    @Test
    void whatDoublesWithEachLineIsBounded() {
        assertFails(
                doubling("typedef map<T%1$d, T%1$d> T%2$d\n", "typedef i32 T0\n", 40),
                "type too large without its typedefs");
        assertFails(
                "struct S { 1: list<S> s }\nconst S C0 = {}\n"
                        + doubling("const S C%2$d = {'s': [C%1$d, C%1$d]}\n", "", 40),
                "value too large without its names");
    }

    @Test
    void longNestOfNamedValuesIsBounded() {
        assertFails(
                "struct S { 1: S s }\nconst S C0 = {}\n" + doubling("const S C%2$d = {'s': C%1$d}\n", "", 70),
                "value too large without its names");
    }

    @Test
    void unterminatedEverythingIsReported() {
        for (String start : new String[] {
            "/*", "/**", "\"", "'", "struct A {", "const i32 A = {", "enum E {", "service S {", "struct A {} ("
        }) {
            assertFails(start + " a ".repeat(MANY), "a.thrift:1:");
        }
    }

    private static void assertFails(String text, String message) {
        assertThatThrownBy(() -> MemorySources.read(text))
                .isInstanceOf(IdlException.class)
                .hasMessageContaining(message);
    }

    private static String chain(String line, String first) {
        return doubling(line, first, MANY);
    }

    private static String doubling(String line, String first, int lines) {
        StringBuilder text = new StringBuilder(first);
        for (int i = 1; i <= lines; i++) {
            text.append(String.format(line, i - 1, i));
        }
        return text.toString();
    }
}
