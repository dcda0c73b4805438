package io.millrace.sample;

/** How far a {@link Person} has come; an enum on the wire. */
public enum Level {
    /** Still learning. */
    APPRENTICE,
    /** Works alone. */
    JOURNEYMAN,
    /** Teaches others. */
    MASTER
}
