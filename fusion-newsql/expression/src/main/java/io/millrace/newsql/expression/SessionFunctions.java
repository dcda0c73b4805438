package io.millrace.newsql.expression;

import io.millrace.newsql.type.JsonText;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Functions of the session, and those that fit nowhere else. */
final class SessionFunctions {

    private static final int NAME_LENGTH = 288;

    private SessionFunctions() {}

    static void register(Functions all) {
        text(all, frame -> frame.session().schema(), "database", "schema");
        text(all, frame -> frame.session().user(), "user", "session_user", "system_user");
        text(all, frame -> frame.session().account(), "current_user");
        text(all, frame -> frame.session().version(), "version");
        text(all, frame -> UUID.randomUUID().toString(), "uuid");
        all.add(0, 0, args -> number(frame -> frame.session().connectionId()), "connection_id");
        all.add(
                0,
                0,
                args -> Expression.of(SqlType.BIGINT, frame -> frame.session().rowCount()),
                "row_count");
        all.add(0, 0, args -> number(frame -> frame.session().foundRows()), "found_rows");
        all.add(0, 1, SessionFunctions::lastInsertId, "last_insert_id");
        all.add(1, 1, SessionFunctions::sleep, "sleep");
        all.add(
                1,
                1,
                args -> Expression.of(
                        SqlType.text(64), frame -> args.get(0).type().isString() ? "utf8mb4" : "binary"),
                "charset");
        all.add(
                1,
                1,
                args -> Expression.of(
                        SqlType.text(64), frame -> args.get(0).type().collation()),
                "collation");
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.INT, frame -> {
                    String text = args.get(0).text(frame);
                    return text == null ? null : Comparison.of(JsonText.isValid(text));
                }),
                "json_valid");
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.text(NAME_LENGTH), frame -> {
                    String text = args.get(0).text(frame);
                    return text == null ? null : text.replaceAll("[^0-9.]", "").isEmpty() ? null : text;
                }),
                "inet6_ntoa");
    }

    private static void text(
            Functions all, Function<Frame, @org.jspecify.annotations.Nullable String> function, String... names) {
        all.add(0, 0, args -> Expression.of(SqlType.text(NAME_LENGTH), function::apply), names);
    }

    private static Expression number(Function<Frame, Long> function) {
        return new Expression(SqlType.UNSIGNED, false, false, function::apply);
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
