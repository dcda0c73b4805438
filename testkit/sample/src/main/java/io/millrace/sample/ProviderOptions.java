package io.millrace.sample;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a provider program is told on its command line.
 *
 * @param port where to listen on 127.0.0.1; 0 takes a free one
 * @param delay how long each hash call takes
 * @param threads the size of Dubbo's fixed pool; it has no queue, so that one call more is answered with status 100
 * @param serialization hessian2, fastjson or (3.3 only) fastjson2: what answers are written in
 * @param heartbeat Dubbo's heartbeat; a connection silent for three of them is closed
 * @param group the service's group, or null
 * @param version the service's version, or null
 * @param countLog whether to print the number of hash calls each second
 * @param untilEof whether the end of standard input ends the program, so that it cannot outlive who started it
 */
public record ProviderOptions(
        int port,
        Duration delay,
        int threads,
        String serialization,
        Duration heartbeat,
        @Nullable String group,
        @Nullable String version,
        boolean countLog,
        boolean untilEof) {

    /** One line for each option. */
    public static final String USAGE =
            """
            --port N            listen on 127.0.0.1:N; 0 takes a free port (default 20880)
            --delay MS          each hash call takes MS milliseconds (default 50)
            --threads N         size of the fixed pool, which has no queue (default 200)
            --serialization S   hessian2, fastjson, fastjson2 (default hessian2)
            --heartbeat MS      heartbeat; three silent ones close a connection (default 60000)
            --group G           group of the service (default none)
            --version V         version of the service (default none)
            --weight-log        print the number of hash calls each second
            --until-eof         end when standard input ends
            """;

    private static final ProviderOptions DEFAULTS = new ProviderOptions(
            20880, Duration.ofMillis(50), 200, "hessian2", Duration.ofMinutes(1), null, null, false, false);

    /** Checks the ranges. */
    public ProviderOptions {
        require(port >= 0 && port <= 65535, "port", port, "0 to 65535");
        require(!delay.isNegative(), "delay", delay, "not negative");
        require(threads > 0, "threads", threads, "positive");
        require(
                Set.of("hessian2", "fastjson", "fastjson2").contains(serialization),
                "serialization",
                serialization,
                "hessian2, fastjson or fastjson2");
        require(!heartbeat.isNegative() && !heartbeat.isZero(), "heartbeat", heartbeat, "positive");
    }

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException for an unknown option, a missing or bad value; the message is for the user
     */
    public static ProviderOptions parse(String... arguments) {
        ProviderOptions options = DEFAULTS;
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            options = options.with(rest.remove(), rest);
        }
        return options;
    }

    private ProviderOptions with(String option, Deque<String> rest) {
        return switch (option) {
            case "--port" -> withPort(number(option, rest));
            case "--delay" -> new ProviderOptions(
                    port, millis(option, rest), threads, serialization, heartbeat, group, version, countLog, untilEof);
            case "--threads" -> new ProviderOptions(
                    port, delay, number(option, rest), serialization, heartbeat, group, version, countLog, untilEof);
            case "--serialization" -> new ProviderOptions(
                    port, delay, threads, value(option, rest), heartbeat, group, version, countLog, untilEof);
            case "--heartbeat" -> new ProviderOptions(
                    port, delay, threads, serialization, millis(option, rest), group, version, countLog, untilEof);
            case "--group" -> new ProviderOptions(
                    port, delay, threads, serialization, heartbeat, value(option, rest), version, countLog, untilEof);
            case "--version" -> new ProviderOptions(
                    port, delay, threads, serialization, heartbeat, group, value(option, rest), countLog, untilEof);
            case "--weight-log" -> new ProviderOptions(
                    port, delay, threads, serialization, heartbeat, group, version, true, untilEof);
            case "--until-eof" -> new ProviderOptions(
                    port, delay, threads, serialization, heartbeat, group, version, countLog, true);
            default -> throw new IllegalArgumentException("unknown option: " + option);
        };
    }

    /** The same on another port. */
    public ProviderOptions withPort(int value) {
        return new ProviderOptions(value, delay, threads, serialization, heartbeat, group, version, countLog, untilEof);
    }

    private static Duration millis(String option, Deque<String> rest) {
        return Duration.ofMillis(number(option, rest));
    }

    private static int number(String option, Deque<String> rest) {
        String value = value(option, rest);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number: " + option + " " + value, e);
        }
    }

    private static String value(String option, Deque<String> rest) {
        String value = rest.poll();
        if (value == null) {
            throw new IllegalArgumentException("value missing: " + option);
        }
        return value;
    }

    private static void require(boolean holds, String what, Object value, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("bad " + what + ": " + value + " (expected: " + rule + ")");
        }
    }
}
