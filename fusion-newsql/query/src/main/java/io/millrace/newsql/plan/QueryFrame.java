package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The row of one query block while it is computed. What a subquery needs of its run is reached through it: the row of the block around, other queries of the statement, and
 * what the run remembers. One thread.
 */
public abstract class QueryFrame extends Frame {

    private final @Nullable QueryFrame outer;

    protected QueryFrame(SessionScope session, List<Literal> parameters, @Nullable QueryFrame outer, int slots) {
        super(session, parameters, slots);
        this.outer = outer;
    }

    /** The frame as that of a query. @throws io.millrace.newsql.mysql.SqlException 1235 where no query runs */
    static QueryFrame of(io.millrace.newsql.expression.Frame frame) {
        if (frame instanceof QueryFrame query) {
            return query;
        }
        throw SqlErrors.unsupported("subquery outside of a query");
    }

    /** The row of the block around this one; null for the outermost. */
    public @Nullable QueryFrame outer() {
        return outer;
    }

    /** The frame so many blocks around this one; null beyond the outermost. */
    @Nullable
    QueryFrame around(int blocks) {
        QueryFrame frame = this;
        for (int i = 0; i < blocks && frame != null; i++) {
            frame = frame.outer;
        }
        return frame;
    }

    /** Opens a query. @param around the row that it sees of the block around it; null if there is none */
    public abstract RowCursor open(SelectPlan plan, @Nullable QueryFrame around);

    /** What the run remembers for a part of its plan; made once a run. */
    public abstract <T> T remembered(Object part, Supplier<T> make);

    /** Counts memory that is held until the run ends. @throws io.millrace.newsql.mysql.SqlException 1038 */
    public abstract void hold(long bytes);
}
