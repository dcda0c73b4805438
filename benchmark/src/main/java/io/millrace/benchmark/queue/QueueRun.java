package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialBook;
import io.millrace.benchmark.trial.TrialMetric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the parts of the scenario share on one JDK: the book, the cases that will have rows, and how trials are run. */
final class QueueRun {
    private final QueueOptions options;
    private final Jdk jdk;
    private final TrialBook book;
    private final ScratchDirectory scratch;
    private final QueueTrials trials;
    private final Consumer<String> watcher;
    private final Map<String, List<TrialMetric>> cases = new LinkedHashMap<>();

    QueueRun(
            QueueOptions options,
            Jdk jdk,
            TrialBook book,
            ScratchDirectory scratch,
            QueueTrials trials,
            Consumer<String> watcher) {
        this.options = options;
        this.jdk = jdk;
        this.book = book;
        this.scratch = scratch;
        this.trials = trials;
        this.watcher = watcher;
    }

    QueueOptions options() {
        return options;
    }

    TrialBook book() {
        return book;
    }

    Jdk jdk() {
        return jdk;
    }

    QueueTrials trials() {
        return trials;
    }

    /** Cases in the order of their rows. */
    Map<String, List<TrialMetric>> cases() {
        return cases;
    }

    /** Ours, unless it is left out, and those of the peers that are wanted. */
    List<QueueContender> contenders(Collection<QueueContender> peers) {
        List<QueueContender> all = new ArrayList<>();
        if (options.hasOurs()) {
            all.add(QueueContender.OURS);
        }
        peers.stream().filter(options::hasPeer).forEach(all::add);
        return all;
    }

    int rounds(QueueContender contender) {
        return contender == QueueContender.OURS ? options.rounds() : 1;
    }

    /** An empty directory; what the trial before has left is removed. */
    Path freshDirectory() throws IOException {
        return scratch.fresh("run");
    }

    QueueTrials.Plan plan(
            QueueContender contender,
            int queues,
            int messages,
            Arrival arrival,
            QueueLevel level,
            Path directory,
            QueuePhase... phases) {
        return new QueueTrials.Plan(contender, jdk, queues, messages, arrival, level, directory, List.of(phases));
    }

    void keep(String name, QueueContender contender, Trial trial) {
        book.add(name, contender.toString(), jdk.version(), trial);
        watcher.accept(name + " " + contender + " " + trial.figures());
    }

    void fail(String name, QueueContender contender, String why) {
        watcher.accept(name + " " + contender + " failed: " + why);
        book.fail(name, contender.toString(), jdk.version(), firstLine(why));
    }

    List<Trial> trialsOf(String name, QueueContender contender) {
        return book.of(name, contender.toString(), jdk.version());
    }

    static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }
}
