package io.millrace.newsql.expression;

import java.time.LocalDate;
import java.time.Year;

/** Numbers of weeks in MySQL's eight modes. */
final class Weeks {

    private static final int MONDAY_FIRST = 1;
    private static final int OF_WEEKS_YEAR = 2;
    private static final int WHOLE_FIRST_WEEK = 4;
    private static final int MODES = 7;
    private static final int ALL_WEEKS = 53 * 7;
    private static final int MOST_WEEKS = 52 * 7;

    /** A week, and the year whose week it is. */
    record Week(int year, int number) {}

    private Weeks() {}

    /** @param mode as WEEK takes it: the rest of 8 counts */
    static Week of(LocalDate date, long mode) {
        int bits = (int) (mode & MODES);
        boolean mondayFirst = (bits & MONDAY_FIRST) != 0;
        boolean ofYear = (bits & OF_WEEKS_YEAR) != 0;
        boolean wholeFirst = ((bits & WHOLE_FIRST_WEEK) != 0) == mondayFirst;
        int year = date.getYear();
        long first = LocalDate.of(year, 1, 1).toEpochDay();
        int weekday = weekday(first, mondayFirst);
        if (date.getMonthValue() == 1 && date.getDayOfMonth() <= 7 - weekday) {
            if (!ofYear && isShort(weekday, wholeFirst)) {
                return new Week(year, 0);
            }
            if (isShort(weekday, wholeFirst)) {
                year--;
                int days = Year.of(year).length();
                first -= days;
                weekday = (weekday + ALL_WEEKS - days) % 7;
                ofYear = true;
            }
        }
        long days = date.toEpochDay() - (isShort(weekday, wholeFirst) ? first + 7 - weekday : first - weekday);
        if (ofYear && days >= MOST_WEEKS) {
            int next = (weekday + Year.of(year).length()) % 7;
            if (!isShort(next, wholeFirst)) {
                return new Week(year + 1, 1);
            }
        }
        return new Week(year, (int) (days / 7) + 1);
    }

    /** Whether the days before the first whole week are none of the year's weeks. */
    private static boolean isShort(int weekday, boolean wholeFirst) {
        return wholeFirst ? weekday != 0 : weekday >= 4;
    }

    /** From 0, for the day that begins a week. */
    private static int weekday(long epochDay, boolean mondayFirst) {
        return (int) Math.floorMod(epochDay + (mondayFirst ? 3 : 4), 7L);
    }
}
