package io.millrace.newsql.conformance;

import java.util.List;

/**
 * A rule by which MySQL 8.4 answers otherwise than MariaDB 10.11, with the section of MySQL's manual that says so.
 *
 * <p>A rule either knows MySQL's answer ({@link #translated}) or leaves something open in both answers ({@link #open}).
 */
enum Difference {
    /** 12.3, "Type Conversion in Expression Evaluation": MySQL computes integers in 64 bits; MariaDB says INTEGER where the digits fit. */
    INTEGER_EXPRESSIONS_ARE_BIGINT("14.3 Type Conversion in Expression Evaluation");

    private final String section;

    Difference(String section) {
        this.section = section;
    }

    static final List<Difference> ALL = List.of(values());

    /** The section of the reference manual of MySQL 8.4. */
    String section() {
        return section;
    }

    Answer translated(CorpusStatement statement, Answer recorded) {
        return recorded;
    }

    Answer open(CorpusStatement statement, Answer answer) {
        return answer;
    }
}
