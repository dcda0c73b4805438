package io.millrace.thrift.generator.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.thrift.generator.TreeDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each construct of the language, as a tree. After a change that is meant, {@code -Dmillrace.golden=write} writes the trees anew,
 * and the difference is for a reader to judge.
 */
class GoldenTreeTest {
    private static final Path CORPUS = Path.of("src/test/resources/io/millrace/thrift/generator/corpus");

    @ParameterizedTest
    @ValueSource(strings = {"headers", "separators", "types", "structs", "constants", "enums", "services"})
    void fileIsTheTreeBesideIt(String name) throws IOException {
        SourceText source = SourceText.decoded(name + ".thrift", Files.readAllBytes(CORPUS.resolve(name + ".thrift")));
        String tree = TreeDump.withPositions(IdlParser.parse(source));
        Path golden = CORPUS.resolve(name + ".tree");
        if ("write".equals(System.getProperty("millrace.golden"))) {
            Files.writeString(golden, tree);
        }
        assertThat(tree).isEqualTo(Files.readString(golden));
    }

    @ParameterizedTest
    @ValueSource(strings = {"headers", "separators", "types", "structs", "constants", "enums", "services"})
    void printedFileIsTheSameTree(String name) throws IOException {
        IdlFile file = IdlParser.parse(SourceText.of(name, Files.readString(CORPUS.resolve(name + ".thrift"))));
        IdlFile again = IdlParser.parse(SourceText.of(name, IdlPrinter.print(file)));
        assertThat(TreeDump.withoutPositions(again)).isEqualTo(TreeDump.withoutPositions(file));
    }
}
