package io.millrace.newsql.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an answer agrees with the recorded one, and if not, in what.
 *
 * @param cause a short name of what differs, the same for differences that are likely one fault; null if nothing does
 * @param detail what was expected and given, where the cause does not say it; may be empty
 */
record Verdict(@Nullable String cause, String detail) {

    private static final Verdict AGREES = new Verdict(null, "");

    boolean agrees() {
        return cause == null;
    }

    /** Compares after the differences have changed the recorded answer to MySQL's, and have taken out what they leave open. */
    static Verdict of(Exchange recorded, Answer given, List<Difference> differences) {
        Answer expected = recorded.answer();
        Answer actual = given;
        for (Difference difference : differences) {
            expected = difference.translated(recorded.statement(), expected);
        }
        for (Difference difference : differences) {
            expected = difference.open(recorded.statement(), expected);
            actual = difference.open(recorded.statement(), actual);
        }
        for (Difference difference : differences) {
            if (difference.excuses(recorded.statement(), expected.outcome(), actual.outcome())) {
                return AGREES;
            }
        }
        String cause = outcome(recorded.statement(), expected.outcome(), actual.outcome());
        if (cause == null && !sorted(expected.warnings()).equals(sorted(actual.warnings()))) {
            cause = "warnings " + expected.warnings() + " expected, " + actual.warnings() + " given";
        }
        return cause == null ? AGREES : new Verdict(cause, detail(expected.outcome(), actual.outcome()));
    }

    private static @Nullable String outcome(CorpusStatement statement, Outcome expected, Outcome actual) {
        if (actual instanceof Outcome.Failed failed) {
            if (!(expected instanceof Outcome.Failed wanted)) {
                return "error " + failed.code() + ": " + failed.message().replaceFirst("^\\(conn=\\d+\\) ", "");
            }
            boolean same = wanted.code() == failed.code() && wanted.sqlState().equals(failed.sqlState());
            return same
                    ? null
                    : "error " + wanted.code() + " " + wanted.sqlState() + " expected, " + failed.code() + " "
                            + failed.sqlState() + " given";
        }
        if (expected instanceof Outcome.Failed wanted) {
            return "error " + wanted.code() + " expected, none given";
        }
        if (expected instanceof Outcome.Rows wanted && actual instanceof Outcome.Rows given) {
            return rows(statement, wanted, given);
        }
        if (expected instanceof Outcome.Changed wanted && actual instanceof Outcome.Changed given) {
            return wanted.equals(given)
                    ? null
                    : wanted.rows() != given.rows() ? "count of changed rows" : "generated key";
        }
        return "rows instead of a count, or a count instead of rows";
    }

    private static @Nullable String rows(CorpusStatement statement, Outcome.Rows expected, Outcome.Rows actual) {
        if (expected.columns().size() != actual.columns().size()) {
            return "count of columns";
        }
        boolean ordered = statement.isOrdered();
        List<List<@Nullable String>> wanted = ordered ? expected.rows() : sortedRows(expected.rows());
        List<List<@Nullable String>> given = ordered ? actual.rows() : sortedRows(actual.rows());
        if (!wanted.equals(given)) {
            return "rows";
        }
        for (int i = 0; i < expected.columns().size(); i++) {
            ResultColumn column = expected.columns().get(i);
            ResultColumn other = actual.columns().get(i);
            if (!column.name().equals(other.name())) {
                return "name of a column";
            }
            if (!column.type().equals(other.type())) {
                return "type " + column.type() + " expected, " + other.type() + " given";
            }
        }
        return null;
    }

    private static String detail(Outcome expected, Outcome actual) {
        if (expected instanceof Outcome.Rows wanted && actual instanceof Outcome.Rows given) {
            List<List<@Nullable String>> missing = new ArrayList<>(wanted.rows());
            missing.removeAll(given.rows());
            List<List<@Nullable String>> foreign = new ArrayList<>(given.rows());
            foreign.removeAll(wanted.rows());
            return "missing " + missing + ", foreign " + foreign;
        }
        return expected instanceof Outcome.Changed && actual instanceof Outcome.Changed
                ? "expected " + expected + ", given " + actual
                : "";
    }

    private static List<Integer> sorted(List<Integer> codes) {
        return codes.stream().sorted().toList();
    }

    private static List<List<@Nullable String>> sortedRows(List<List<@Nullable String>> rows) {
        List<List<@Nullable String>> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparing(Object::toString));
        return sorted;
    }
}
