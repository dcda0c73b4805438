package io.millrace.benchmark.queue;

import java.util.Locale;

/** In which order messages come to the queues. */
public enum Arrival {
    /** Round after round, one message to each queue, as the contest has it. */
    LOCKSTEP,

    /** Each message to a queue chosen at random. */
    RANDOM,

    /** Each message to a queue chosen by Zipf's law with exponent 0.99: few get most, most get few or none. */
    ZIPF;

    /** As in the names of cases. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
