package io.millrace.thrift.generator.syntax;

/** How much one file may hold; text beyond is a problem with a position, never an exhausted stack or heap. */
public final class SyntaxLimits {

    /** Characters of a file: beyond what any generator's output could be compiled from, and a tree of about 1 GiB at worst. */
    public static final int FILE_CHARACTERS = 16 << 20;

    /** Levels of types, constants and {@code xsd_attrs} within each other; the depth to which a message may be read, too. */
    public static final int NESTING = 64;

    /** Problems that are reported before reading ends: what follows a hundred is seldom news. */
    public static final int PROBLEMS = 100;

    /** Characters of a name or number that a message quotes. */
    static final int QUOTED_CHARACTERS = 60;

    private SyntaxLimits() {}
}
