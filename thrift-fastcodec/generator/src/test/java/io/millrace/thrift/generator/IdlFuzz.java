package io.millrace.thrift.generator;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.thrift.generator.schema.MemorySources;
import io.millrace.thrift.generator.syntax.IdlFile;
import io.millrace.thrift.generator.syntax.IdlParser;
import io.millrace.thrift.generator.syntax.IdlPrinter;
import io.millrace.thrift.generator.syntax.Problems;
import io.millrace.thrift.generator.syntax.SourceText;
import org.junit.jupiter.api.Tag;

/** Any bytes are a file or a list of problems; a file that is printed is the same file, and it means something or is wrong. */
@Tag("once")
class IdlFuzz {

    @FuzzTest(maxDuration = "1m")
    void anyBytesAreAFileOrProblems(byte[] bytes) {
        SourceText source = SourceText.decoded("fuzz.thrift", bytes);
        Problems problems = new Problems();
        IdlFile file = IdlParser.parse(source, problems);
        if (problems.areThere()) {
            return;
        }
        String tree = TreeDump.withoutPositions(file);
        String again = TreeDump.withoutPositions(IdlParser.parse(SourceText.of("fuzz.thrift", IdlPrinter.print(file))));
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
