package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId.Family;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Functions of the session, and those that fit nowhere else. */
final class SessionFunctions {

    private static final int NAME_LENGTH = 288;
    private static final List<String> UNITS = List.of("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");

    /** Begins at the time of the start, so that a server that starts again does not count the same numbers. */
    private static final AtomicLong UUIDS = new AtomicLong(System.currentTimeMillis() / 1000 << 24);

    private SessionFunctions() {}

    static void register(Functions all) {
        text(all, frame -> frame.session().schema(), "database", "schema");
        text(all, frame -> frame.session().user(), "user", "session_user", "system_user");
        text(all, frame -> frame.session().account(), "current_user");
        text(all, frame -> frame.session().role(), "current_role");
        text(all, frame -> frame.session().version(), "version");
        text(all, frame -> UUID.randomUUID().toString(), "uuid");
        all.add(0, 0, args -> number(frame -> UUIDS.getAndIncrement()), "uuid_short");
        all.add(2, 2, SessionFunctions::benchmark, "benchmark");
        all.add(2, 2, args -> args.get(1), "name_const");
        all.add(1, 1, SessionFunctions::coercibility, "coercibility");
        all.add(1, 1, SessionFunctions::bytesText, "format_bytes");
        all.add(0, 0, args -> number(frame -> frame.session().connectionId()), "connection_id");
        all.add(
                0,
                0,
                args -> Expression.of(SqlType.BIGINT, frame -> frame.session().rowCount()),
                "row_count");
        all.add(
                0,
                0,
                args -> Expression.of(SqlType.BIGINT, frame -> frame.session().foundRows()),
                "found_rows");
        all.add(0, 1, SessionFunctions::lastInsertId, "last_insert_id");
        all.add(1, 1, SessionFunctions::sleep, "sleep");
        all.add(
                1,
                1,
                args -> Expression.of(
                        SqlType.text(64),
                        frame -> args.get(0).type().family() != Family.TEXT
                                ? "binary"
                                : args.get(0).coercibility() == Collations.SYSTEM ? "utf8mb3" : "utf8mb4"),
                "charset");
        all.add(
                1,
                1,
                args -> Expression.of(
                        SqlType.text(64),
                        frame -> args.get(0).type().family() == Family.TEXT
                                ? args.get(0).type().collation()
                                : SqlType.BINARY_COLLATION),
                "collation");
    }

    private static void text(
            Functions all, Function<Frame, @org.jspecify.annotations.Nullable String> function, String... names) {
        all.add(0, 0, args -> new Expression(SqlType.text(NAME_LENGTH), true, false, function::apply), names);
    }

    private static Expression number(Function<Frame, Long> function) {
        return new Expression(SqlType.UNSIGNED, false, false, function::apply);
    }

    private static Expression coercibility(List<Expression> args) {
        return Expression.constant(SqlType.BIGINT, (long) args.get(0).coercibility());
    }

    private static Expression benchmark(List<Expression> args) {
        return Expression.of(SqlType.INT, frame -> {
            Long times = args.get(0).integer(frame);
            for (long left = times == null ? 0 : times; left > 0; left--) {
                args.get(1).eval(frame);
                if ((left & 0x3FF) == 0 && frame.session().isCancelled()) {
                    throw SqlErrors.interrupted();
                }
            }
            return times == null ? null : (Object) 0L;
        });
    }

    /** {@code 1.50 MiB}. */
    private static Expression bytesText(List<Expression> args) {
        return Expression.of(SqlType.text(17), frame -> {
            Double bytes = args.get(0).real(frame);
            if (bytes == null) {
                return null;
            }
            double left = bytes;
            int unit = 0;
            while (Math.abs(left) >= 1024 && unit < UNITS.size() - 1) {
                left /= 1024;
                unit++;
            }
            return unit == 0
                    ? String.format(Locale.ROOT, "%4.0f bytes", left)
                    : String.format(Locale.ROOT, "%.2f %s", left, UNITS.get(unit));
        });
    }

    private static Expression lastInsertId(List<Expression> args) {
        if (args.isEmpty()) {
            return number(frame -> frame.session().lastInsertId());
        }
        return Expression.of(SqlType.UNSIGNED, frame -> {
            Long value = args.get(0).integer(frame);
            if (value != null) {
                frame.session().setLastInsertId(value);
            }
            return value;
        });
    }

    /** Looks every tenth of a second whether the statement was cancelled. */
    private static Expression sleep(List<Expression> args) {
        return new Expression(SqlType.INT, false, false, frame -> {
            Double seconds = args.get(0).real(frame);
            if (seconds == null || seconds < 0) {
                throw SqlErrors.of(1210, "HY000", "Incorrect arguments to sleep.");
            }
            long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                if (frame.session().isCancelled()) {
                    return 1L;
                }
                LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(100)));
            }
            return 0L;
        });
    }
}
