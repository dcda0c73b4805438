package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The common table expressions that a query can name: its own, and those of the queries around it. Immutable but for plans, which are made when a name is first used. */
final class Ctes {

    static final Ctes NONE = new Ctes(List.of(), null);

    /** One of them. One thread. */
    static final class Cte {
        final String name;
        final SQLSelect query;
        final List<String> columns;
        final boolean recursive;

        /** Those before it, which it can name. */
        final Ctes before;

        final @Nullable FromScope outer;
        final int depth;

        /** What a name in its own steps reads; null for a plain name. */
        final @Nullable WorkPlan work;

        @Nullable
        SelectPlan plan;

        Cte(
                String name,
                SQLSelect query,
                List<String> columns,
                boolean recursive,
                Ctes before,
                @Nullable FromScope outer,
                int depth,
                @Nullable WorkPlan work) {
            this.name = name;
            this.query = query;
            this.columns = columns;
            this.recursive = recursive;
            this.before = before;
            this.outer = outer;
            this.depth = depth;
            this.work = work;
        }
    }

    private final List<Cte> own;
    private final @Nullable Ctes around;

    private Ctes(List<Cte> own, @Nullable Ctes around) {
        this.own = own;
        this.around = around;
    }

    /** These and one more, which hides one of the same name. */
    Ctes with(Cte cte) {
        List<Cte> all = new ArrayList<>();
        all.add(cte);
        return new Ctes(all, this);
    }

    @Nullable
    Cte find(String name) {
        for (Cte cte : own) {
            if (cte.name.equalsIgnoreCase(name)) {
                return cte;
            }
        }
        return around == null ? null : around.find(name);
    }
}
