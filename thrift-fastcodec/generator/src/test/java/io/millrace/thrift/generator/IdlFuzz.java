package io.millrace.thrift.generator;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.generator.schema.MemorySources;
import io.millrace.thrift.generator.syntax.IdlFile;
import io.millrace.thrift.generator.syntax.IdlParser;
import io.millrace.thrift.generator.syntax.IdlPrinter;
import io.millrace.thrift.generator.syntax.Problems;
import io.millrace.thrift.generator.syntax.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes are a file or a list of problems; a file that is printed is the same file, and it means something or is wrong. */
@Tag("once")
class IdlFuzz {

    private static final Path CORPUS = Path.of("src/test/resources/io/millrace/thrift/generator/corpus");
    private static final String FILE = "fuzz.thrift";
    private static final int ROUNDS = 2_000;
    private static final int WORDS_MAX = 200;

    @FuzzTest(maxDuration = "10m")
    void anyBytesAreAFileOrProblems(byte[] bytes) {
        check(SourceText.decoded(FILE, bytes));
    }

    /** Words of real files in another order: nearer to the language than bytes come by chance. */
    @Test
    void anyWordsAreAFileOrProblems() throws IOException {
        Random random = Seeds.random("IdlFuzz");
        List<String> words = words();
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder();
            int from = random.nextInt(words.size());
            for (int left = random.nextInt(WORDS_MAX); left > 0; left--) {
                from = random.nextInt(12) == 0 ? random.nextInt(words.size()) : (from + 1) % words.size();
                text.append(words.get(from));
            }
            check(SourceText.of(FILE, text.toString()));
        }
    }

    /** Each with the blanks behind it. */
    private static List<String> words() throws IOException {
        List<String> words = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".thrift"))
                    .sorted()
                    .toList()) {
                words.addAll(List.of(Files.readString(file).split("(?<=\\s)(?=\\S)|\\b")));
            }
        }
        return words;
    }

    private static void check(SourceText source) {
        Problems problems = new Problems();
        IdlFile file = IdlParser.parse(source, problems);
        if (problems.areThere()) {
            return;
        }
        String tree = TreeDump.withoutPositions(file);
        String again = TreeDump.withoutPositions(IdlParser.parse(SourceText.of(FILE, IdlPrinter.print(file))));
        if (!tree.equals(again)) {
            throw new AssertionError("trees differ: " + tree + " and " + again);
        }
        try {
            MemorySources.read(source.text());
        } catch (IdlException wrong) {
            if (wrong.problems().isEmpty()) {
                throw new AssertionError("wrong, and nobody says why", wrong);
            }
        }
    }
}
