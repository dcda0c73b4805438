package io.millrace.thrift.generator.java;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the compiler says of generated code: nothing; and what it makes of it is short enough for HotSpot. */
class CompileTest {

    /** Longer methods are never compiled to machine code. */
    private static final int HUGE_METHOD = 8000;

    private static final String[] TYPES = {
        "i32",
        "optional i32",
        "required i64",
        "string",
        "list<string>",
        "optional double",
        "map<i32, string>",
        "uuid",
        "bool"
    };

    @ParameterizedTest
    @ValueSource(strings = {"everything", "names", "defaults", "services", "orders"})
    void corpusCompilesWithoutWarnings(String name) throws IOException {
        checkLengths(CompiledSources.of(Corpus.sources(name)));
    }

    @Test
    void largeStructsAreSplit() throws IOException {
        String large = "struct Large {" + fields(330) + "} exception Huge {" + fields(210) + "}";
        checkLengths(CompiledSources.of(Corpus.sourcesOf(large)));
    }

    @Test
    @Tag("long")
    @Tag("once")
    void largestStructCompiles() throws IOException {
        checkLengths(CompiledSources.of(Corpus.sourcesOf("struct Largest {" + fields(JavaLimits.FIELDS) + "}")));
    }

    private static String fields(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(id -> id + ": " + TYPES[id % TYPES.length] + " field" + id)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void largeEnumsAndConstantsCompile() throws IOException {
        String items =
                IntStream.range(0, JavaLimits.ITEMS).mapToObj(i -> "V" + i).collect(Collectors.joining(","));
        String pairs = IntStream.range(0, 1500)
                .mapToObj(i -> "'key " + i + "': [" + i + ", " + (i + 1) + "]")
                .collect(Collectors.joining(","));
        String numbers = IntStream.range(0, 3000).mapToObj(String::valueOf).collect(Collectors.joining(","));
        CompiledSources compiled = CompiledSources.of(Corpus.sourcesOf("enum Many {" + items + "}"
                + "const map<string, list<i16>> TABLE = {" + pairs + "}"
                + "struct Holder { 1: list<i64> numbers = [" + numbers + "] }"
                + "const string LONG = \"" + "x".repeat(70_000) + "\""));
        checkLengths(compiled);
    }

    @Test
    void sameSchemaGivesSameText() {
        assertThat(Corpus.sources("services")).isEqualTo(Corpus.sources("services"));
    }

    private static void checkLengths(CompiledSources compiled) throws IOException {
        for (Map.Entry<String, byte[]> file : compiled.classFiles().entrySet()) {
            Map<String, Integer> lengths = CodeLengths.of(file.getValue());
            lengths.remove("<clinit>"); // runs once
            assertThat(lengths).as(file.getKey()).allSatisfy((method, length) -> assertThat(length)
                    .as(method)
                    .isLessThan(HUGE_METHOD));
        }
    }
}
