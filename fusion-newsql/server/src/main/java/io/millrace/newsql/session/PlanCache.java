package io.millrace.newsql.session;

import io.millrace.newsql.account.Need;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.write.WritePlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans by template, types of its parameters, schema, and version of the catalog; the least used go first. <b>Threads.</b> Safe. */
final class PlanCache {

    private static final int PLANS_MAX = 2048;

    /** Longer templates are inserts of many rows, which seldom come again alike. */
    private static final int TEMPLATE_MAX = 8 * 1024;

    /** What a template is planned for. */
    record Key(String template, String types, String schema, long catalogVersion, String settings) {

        /** @param settings of the session that plans depend on */
        static Key of(
                String template,
                List<Literal> parameters,
                @Nullable String schema,
                long catalogVersion,
                String settings) {
            StringBuilder types = new StringBuilder();
            for (Literal parameter : parameters) {
                types.append((char) ('A' + parameter.type().id().ordinal()))
                        .append(parameter.type().unsigned() ? '+' : ' ')
                        .append((char) ('0' + parameter.type().decimals()));
            }
            return new Key(template, types.toString(), schema == null ? "" : schema, catalogVersion, settings);
        }
    }

    /**
     * One of the two plans.
     *
     * @param tables whose definitions it stands on
     * @param needs privileges that a session must hold to run it
     * @param digest where its runs are counted
     */
    record Planned(
            @Nullable SelectPlan select,
            @Nullable WritePlan write,
            Set<Long> tables,
            List<Need> needs,
            StatementDigests.Counts digest) {}

    private final Map<Key, Planned> plans = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Planned> eldest) {
            return size() > PLANS_MAX;
        }
    };

    synchronized @Nullable Planned find(Key key) {
        return plans.get(key);
    }

    synchronized void put(Key key, Planned planned) {
        if (key.template().length() <= TEMPLATE_MAX) {
            plans.put(key, planned);
        }
    }
}
