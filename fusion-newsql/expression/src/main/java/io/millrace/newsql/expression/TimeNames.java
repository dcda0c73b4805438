package io.millrace.newsql.expression;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Names of months and days in the language of {@code lc_time_names}. <b>Threads.</b> Safe. */
final class TimeNames {

    private static final Map<String, TimeNames> KNOWN = new ConcurrentHashMap<>();

    /** The languages of a server are few; whoever names more gets them made each time. */
    private static final int KNOWN_MAX = 200;

    static final TimeNames ENGLISH = new TimeNames(Locale.ENGLISH);

    private final Locale locale;

    private TimeNames(Locale locale) {
        this.locale = locale;
    }

    static TimeNames of(SessionScope session) {
        String name = session.timeNames();
        if (name.equals("en_US")) {
            return ENGLISH;
        }
        TimeNames known = KNOWN.get(name);
        if (known == null) {
            known = new TimeNames(Locale.forLanguageTag(name.replace('_', '-')));
            if (KNOWN.size() < KNOWN_MAX) {
                KNOWN.put(name, known);
            }
        }
        return known;
    }

    String month(int number) {
        return Month.of(number).getDisplayName(TextStyle.FULL, locale);
    }

    String shortMonth(int number) {
        return cut(Month.of(number).getDisplayName(TextStyle.SHORT, locale));
    }

    String day(DayOfWeek day) {
        return day.getDisplayName(TextStyle.FULL, locale);
    }

    String shortDay(DayOfWeek day) {
        return cut(day.getDisplayName(TextStyle.SHORT, locale));
    }

    private String cut(String name) {
        return locale == Locale.ENGLISH && name.length() > 3 ? name.substring(0, 3) : name;
    }
}
