package io.millrace.newsql.conformance;

import java.util.List;

/** What a server answered to one statement: its outcome, and the codes of the warnings and notes left behind, in order. */
record Answer(Outcome outcome, List<Integer> warnings) {

    Answer with(Outcome other) {
        return new Answer(other, warnings);
    }

    Answer withWarnings(List<Integer> others) {
        return new Answer(outcome, others);
    }
}
