package io.millrace.launcher.shop;

/**
 * A row of the demo's largest table.
 *
 * @param id from 1
 * @param customer from 1
 * @param placed as MySQL writes a DATETIME
 * @param cents of the amount
 * @param note of letters of several alphabets
 */
record Order(int id, int customer, String placed, long cents, String note) {

    private static final int CENTS = 100;
    private static final int DIGITS = 10;

    /** A value of the unique key. */
    String reference() {
        return "R" + "0".repeat(Math.max(0, DIGITS - Integer.toString(id).length())) + id;
    }

    /** As a DECIMAL(10,2) is written. */
    String amount() {
        return decimal(cents);
    }

    /** So many hundredths as MySQL writes them. */
    static String decimal(long cents) {
        return cents / CENTS + "." + (cents % CENTS < DIGITS ? "0" : "") + cents % CENTS;
    }
}
