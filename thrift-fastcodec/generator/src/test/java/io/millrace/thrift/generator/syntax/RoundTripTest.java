package io.millrace.thrift.generator.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.generator.TreeDump;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class RoundTripTest {

    @Test
    void printedTreeIsParsedToTheSameTree() {
        Random random = Seeds.random("RoundTripTest");
        for (int round = 0; round < 300; round++) {
            IdlFile tree = new RandomTrees(random).file();
            String text = IdlPrinter.print(tree);
            IdlFile again = IdlParser.parse(SourceText.of("random", text));
            assertThat(TreeDump.withoutPositions(again)).as(text).isEqualTo(TreeDump.withoutPositions(tree));
        }
    }

    @Test
    void textThatIsCutAnywhereIsReportedOrAShorterTree() {
        IdlFile whole = new RandomTrees(Seeds.random("RoundTripTest.cuts")).file();
        String text = IdlPrinter.print(whole);
        for (int end = 0; end < Math.min(text.length(), 2_000); end++) {
            Problems problems = new Problems();
            IdlFile cut = IdlParser.parse(SourceText.of("random", text.substring(0, end)), problems);
            assertThat(cut.definitions().size())
                    .isLessThanOrEqualTo(whole.definitions().size());
        }
    }
}
