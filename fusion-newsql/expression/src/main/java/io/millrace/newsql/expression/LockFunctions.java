package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlType;
import java.util.List;

/** GET_LOCK and its like. */
final class LockFunctions {

    private LockFunctions() {}

    static void register(Functions all) {
        all.add(2, 2, LockFunctions::get, "get_lock");
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.BIGINT, frame -> locks(frame).release(name(args, frame))),
                "release_lock");
        all.add(
                1,
                1,
                args -> Expression.of(
                        SqlType.BIGINT, frame -> Comparison.of(locks(frame).isFree(name(args, frame)))),
                "is_free_lock");
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.UNSIGNED, frame -> locks(frame).holder(name(args, frame))),
                "is_used_lock");
        all.add(
                0,
                0,
                args -> new Expression(
                        SqlType.UNSIGNED, false, false, frame -> locks(frame).releaseAll()),
                "release_all_locks");
    }

    private static NamedLocks locks(Frame frame) {
        return frame.session().namedLocks();
    }

    private static String name(List<Expression> args, Frame frame) {
        String name = args.get(0).text(frame);
        return name == null ? "" : name;
    }

    private static Expression get(List<Expression> args) {
        return Expression.of(SqlType.BIGINT, frame -> {
            Double seconds = args.get(1).real(frame);
            return seconds == null ? null : (Object) locks(frame).get(name(args, frame), seconds);
        });
    }
}
