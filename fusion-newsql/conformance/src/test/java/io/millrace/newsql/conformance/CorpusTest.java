package io.millrace.newsql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CorpusTest {

    private static final int STATEMENTS_MIN = 3_000;
    private static final int OF_ONE_TEMPLATE_MAX = 20;
    private static final int DIFFERENCES_MAX = 25;

    @Test
    void itHasAtLeastThreeThousandStatements() throws IOException {
        assertThat(statements()).hasSizeGreaterThanOrEqualTo(STATEMENTS_MIN);
    }

    @Test
    void noTemplateHasMoreThanTwentyStatements() throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        for (CorpusStatement statement : statements()) {
            counts.merge(statement.template(), 1, Integer::sum);
        }
        counts.values().removeIf(count -> count <= OF_ONE_TEMPLATE_MAX);
        assertThat(counts).isEmpty();
    }

    @Test
    void literalsAndTheirSignsAreNotPartOfATemplate() {
        String template = new CorpusStatement(1, "a", "SELECT ABS( -1.5e3 ), 'it''s'").template();
        assertThat(template).isEqualTo(new CorpusStatement(2, "a", "SELECT ABS(2),\"x\"").template());
        assertThat(template).isNotEqualTo(new CorpusStatement(3, "a", "SELECT CEIL(2), 'x'").template());
    }

    @Test
    void everySourceIsRecordedAsItStands() throws IOException {
        for (String area : Corpus.areas()) {
            assertThat(Corpus.recorded(area).stream().map(Exchange::statement))
                    .as("area %s; record it anew after a change", area)
                    .isEqualTo(Corpus.source(area));
        }
    }

    @Test
    void aRecordedAreaReadsAndWritesAsTheSameText() throws IOException {
        for (String area : Corpus.areas()) {
            String text = Files.readString(Path.of("src/test/resources/corpus", area + ".txt"));
            assertThat(CorpusFormat.write(CorpusFormat.read(text))).as(area).isEqualTo(text);
        }
    }

    @Test
    void differencesAreFewAndEachNamesItsAuthority() {
        assertThat(Difference.ALL).hasSizeLessThanOrEqualTo(DIFFERENCES_MAX).allMatch(rule -> rule.section()
                .matches("\\d+(\\.\\d+)* .+"));
    }

    @Test
    void anOrderByInBracketsOrQuotesOrdersNothing() {
        assertThat(ordered("SELECT a FROM t ORDER BY a")).isTrue();
        assertThat(ordered("(SELECT a FROM t) UNION (SELECT b FROM t) ORDER BY 1"))
                .isTrue();
        assertThat(ordered("SELECT RANK() OVER (ORDER BY a) FROM t")).isFalse();
        assertThat(ordered("SELECT 'ORDER BY' FROM t")).isFalse();
    }

    private static boolean ordered(String sql) {
        return new CorpusStatement(1, "a", sql).isOrdered();
    }

    private static List<CorpusStatement> statements() throws IOException {
        List<CorpusStatement> all = new ArrayList<>();
        for (String area : Corpus.areas()) {
            all.addAll(Corpus.source(area));
        }
        return all;
    }
}
