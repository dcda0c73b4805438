package io.millrace.thrift.generator.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.GeneratedFile;
import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.schema.MemorySources;
import io.millrace.thrift.generator.schema.SchemaReader;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What Java cannot hold, and what it calls what it can. */
class JavaLimitsTest {

    @Test
    void structBeyondAClassIsAProblemWithAPosition() {
        String fields = IntStream.rangeClosed(1, JavaLimits.FIELDS + 1)
                .mapToObj(id -> id + ": i32 f" + id)
                .collect(Collectors.joining("\n"));
        assertThatThrownBy(() -> Corpus.sourcesOf("struct Small {}\nstruct Large {" + fields + "}"))
                .isInstanceOf(IdlException.class)
                .hasMessage("a.thrift:2:8: too many fields in a struct for a class of Java: 2001 (expected: <= 2000)");
    }

    @Test
    void twoFilesCannotMakeTheSameClass() {
        MemorySources sources = new MemorySources()
                .with("a.thrift", "include 'b.thrift' namespace java x struct S {}")
                .with("b.thrift", "namespace * x struct S {}");
        assertThatThrownBy(() -> emit(sources))
                .isInstanceOf(IdlException.class)
                .hasMessage("a.thrift:1:44: two definitions are the same class: S in package x");
    }

    @Test
    void namesThatDifferInCaseAloneAreTwoFilesEverywhere() {
        assertThat(Corpus.sourcesOf("namespace java x struct Order {} struct ORDER {} struct OrderView {}"))
                .extracting(GeneratedFile::path)
                .containsExactly(
                        "x/Order.java",
                        "x/OrderView_.java",
                        "x/ORDER_.java",
                        "x/ORDER_View.java",
                        "x/OrderView.java",
                        "x/OrderViewView.java");
    }

    @Test
    void filesWithoutANamespaceAreAPackageOfTheirName() {
        MemorySources sources = new MemorySources()
                .with("a.thrift", "include 'x/My-Types.2.thrift'")
                .with("x/My-Types.2.thrift", "enum E {}");
        assertThat(emit(sources)).extracting(GeneratedFile::path).containsExactly("my_types/_2/E.java");
    }

    private static List<GeneratedFile> emit(MemorySources sources) {
        return JavaEmitter.emit(SchemaReader.read(sources, List.of("a.thrift")), file -> true, FieldOrder.ID);
    }
}
