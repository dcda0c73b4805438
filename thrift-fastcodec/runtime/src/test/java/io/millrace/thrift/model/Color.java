package io.millrace.thrift.model;

/** An enum; a number that the definition does not name is a value without a name. */
public final class Color {
    public static final int RED_NUMBER = 1;
    public static final int GREEN_NUMBER = 2;
    public static final Color RED = new Color(RED_NUMBER, "RED");
    public static final Color GREEN = new Color(GREEN_NUMBER, "GREEN");

    private final int number;
    private final String name;

    private Color(int number, String name) {
        this.number = number;
        this.name = name;
    }

    /** The value of that number, known or not. */
    public static Color of(int number) {
        return switch (number) {
            case RED_NUMBER -> RED;
            case GREEN_NUMBER -> GREEN;
            default -> new Color(number, "UNKNOWN_" + number);
        };
    }

    /** Its number on the wire. */
    public int number() {
        return number;
    }

    /** Whether the definition names it. */
    public boolean isKnown() {
        return this == RED || this == GREEN;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Color color && number == color.number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return name;
    }
}
