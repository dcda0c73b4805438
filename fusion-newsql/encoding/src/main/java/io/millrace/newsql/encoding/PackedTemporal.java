package io.millrace.newsql.encoding;

/**
 * Dates and times in a {@code long} that orders as they do, zero dates and months without a day included.
 *
 * <pre>
 *  DATE       | year × 13 + month | day:5 |
 *  DATETIME   | year × 13 + month | day:5 | hour:5 | minute:6 | second:6 | micros:24 |
 *  TIME       |                            hours:10 | minute:6 | second:6 | micros:24 |   negative as a whole
 * </pre>
 *
 * The fields are those that MySQL's own packed form has. TIMESTAMP is microseconds since 1970, YEAR its number; neither needs packing.
 */
public final class PackedTemporal {

    private static final int MONTHS = 13;
    private static final int DAY_BITS = 5;
    private static final int HOUR_BITS = 5;
    private static final int MINUTE_BITS = 6;
    private static final int SECOND_BITS = 6;
    private static final int MICRO_BITS = 24;
    private static final int TIME_BITS = HOUR_BITS + MINUTE_BITS + SECOND_BITS;

    private PackedTemporal() {}

    public static long date(int year, int month, int day) {
        return (((long) year * MONTHS + month) << DAY_BITS) | day;
    }

    public static long dateTime(long date, int hour, int minute, int second, int micros) {
        long minutes = (((date << HOUR_BITS) | hour) << MINUTE_BITS) | minute;
        return (((minutes << SECOND_BITS) | second) << MICRO_BITS) | micros;
    }

    /** A span of time; {@code hours} up to 838. */
    public static long time(boolean isNegative, int hours, int minute, int second, int micros) {
        long minutes = ((long) hours << MINUTE_BITS) | minute;
        long packed = (((minutes << SECOND_BITS) | second) << MICRO_BITS) | micros;
        return isNegative ? -packed : packed;
    }

    /** The date of a packed DATETIME. */
    public static long dateOf(long dateTime) {
        return dateTime >> (TIME_BITS + MICRO_BITS);
    }

    public static int yearOf(long date) {
        return (int) ((date >> DAY_BITS) / MONTHS);
    }

    public static int monthOf(long date) {
        return (int) ((date >> DAY_BITS) % MONTHS);
    }

    public static int dayOf(long date) {
        return (int) (date & ((1 << DAY_BITS) - 1));
    }

    /** The hour of a packed DATETIME. */
    public static int hourOf(long dateTime) {
        return (int) (dateTime >> (MINUTE_BITS + SECOND_BITS + MICRO_BITS)) & ((1 << HOUR_BITS) - 1);
    }

    /** The hours of a packed TIME, without its sign. */
    public static int hoursOf(long time) {
        return (int) (Math.abs(time) >> (MINUTE_BITS + SECOND_BITS + MICRO_BITS));
    }

    /** The minute of a packed DATETIME or TIME. */
    public static int minuteOf(long packed) {
        return (int) (Math.abs(packed) >> (SECOND_BITS + MICRO_BITS)) & ((1 << MINUTE_BITS) - 1);
    }

    /** The second of a packed DATETIME or TIME. */
    public static int secondOf(long packed) {
        return (int) (Math.abs(packed) >> MICRO_BITS) & ((1 << SECOND_BITS) - 1);
    }

    /** The microseconds of a packed DATETIME or TIME. */
    public static int microsOf(long packed) {
        return (int) (Math.abs(packed) & ((1 << MICRO_BITS) - 1));
    }
}
