package io.millrace.benchmark.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a trial's process speaks to the scenario: lines on standard output, the result last.
 *
 * <p>Thread-safe. Libraries may print what they like: only lines with our marks are read.
 */
public final class TrialVoice {
    static final String PROGRESS = "MILLRACE-PROGRESS ";
    static final String RESULT = "MILLRACE-RESULT ";
    static final String FAILURE = "MILLRACE-FAILURE ";

    /** The body of a trial. */
    @FunctionalInterface
    public interface Body {
        void run(TrialVoice voice) throws Exception;
    }

    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final List<Trial.Remark> remarks = new ArrayList<>();

    private TrialVoice() {}

    /** Runs the body, says its result or why there is none, and ends the process whatever threads are left. */
    @SuppressWarnings("CatchAndPrintStackTrace") // standard error is the trial's log
    public static void speak(Body body) {
        TrialVoice voice = new TrialVoice();
        int status = 0;
        try {
            body.run(voice);
            say(RESULT + voice.trial().toJson());
        } catch (Throwable e) {
            e.printStackTrace();
            say(FAILURE + reason(e));
            status = 1;
        }
        System.out.flush();
        // halt, not exit: a peer's shutdown hooks may wait for what the kill of the store has left behind.
        Runtime.getRuntime().halt(status);
    }

    private static String reason(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String text = cause == e || String.valueOf(e.getMessage()).contains(String.valueOf(cause.getMessage()))
                ? String.valueOf(e)
                : e + ", because " + cause;
        return text.lines().findFirst().orElse("");
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** A line for who watches. */
    public void progress(String format, Object... values) {
        say(PROGRESS + String.format(Locale.ROOT, format, values));
    }

    public synchronized void figure(String metric, double value) {
        figures.put(metric, value);
    }

    /**
     * Adds words for the note of one row.
     *
     * @param metric whose row it belongs to; empty for the first row of the case
     */
    public synchronized void remark(String metric, String format, Object... values) {
        remarks.add(new Trial.Remark(metric, String.format(Locale.ROOT, format, values)));
    }

    private synchronized Trial trial() {
        return new Trial(figures, remarks);
    }
}
