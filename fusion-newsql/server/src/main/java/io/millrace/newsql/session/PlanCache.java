package io.millrace.newsql.session;

import io.millrace.newsql.account.Need;
import io.millrace.newsql.mysql.ColumnList;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.write.WritePlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans by template, types of its parameters, schema, and version of the catalog; the least used go first. <b>Threads.</b> Safe. */
final class PlanCache {

    private static final int PLANS_MAX = 2048;

    /** Longer templates are inserts of many rows, which seldom come again alike. */
    private static final int TEMPLATE_MAX = 8 * 1024;

    /** What a template is planned for. Compared at every statement: a record's own comparison goes through method handles, which cost more than the rest of the look-up. */
    static final class Key {

        private static final int CHARS_A_TYPE = 3;

        private final String template;
        private final String types;
        private final String schema;
        private final long catalogVersion;
        private final String settings;
        private final int hash;

        private Key(String template, String types, String schema, long catalogVersion, String settings) {
            this.template = template;
            this.types = types;
            this.schema = schema;
            this.catalogVersion = catalogVersion;
            this.settings = settings;
            this.hash = 31 * (31 * template.hashCode() + types.hashCode()) + schema.hashCode();
        }

        /** @param settings of the session that plans depend on */
        static Key of(
                String template,
                List<Literal> parameters,
                @Nullable String schema,
                long catalogVersion,
                String settings) {
            StringBuilder types = new StringBuilder(CHARS_A_TYPE * parameters.size());
            for (Literal parameter : parameters) {
                types.append(idOf(parameter.type())).append(signOf(parameter)).append(digitsOf(parameter.type()));
            }
            return new Key(template, types.toString(), schema == null ? "" : schema, catalogVersion, settings);
        }

        private static char idOf(SqlType type) {
            return (char) ('A' + type.id().ordinal());
        }

        /** Patterns of LIKE that no range of an index serves have plans of their own. */
        private static char signOf(Literal parameter) {
            return parameter.type().unsigned() ? '+' : parameter.isOpenPattern() ? '%' : ' ';
        }

        private static char digitsOf(SqlType type) {
            return (char) ('0' + type.decimals());
        }

        String template() {
            return template;
        }

        /** Whether it is the key of the same template for these. */
        boolean isFor(List<Literal> parameters, @Nullable String ofSchema, long version, String ofSettings) {
            return catalogVersion == version
                    && settings.equals(ofSettings)
                    && schema.equals(ofSchema == null ? "" : ofSchema)
                    && hasTypes(parameters);
        }

        private boolean hasTypes(List<Literal> parameters) {
            if (types.length() != CHARS_A_TYPE * parameters.size()) {
                return false;
            }
            int at = 0;
            for (Literal parameter : parameters) {
                SqlType type = parameter.type();
                if (types.charAt(at) != idOf(type)
                        || types.charAt(at + 1) != signOf(parameter)
                        || types.charAt(at + 2) != digitsOf(type)) {
                    return false;
                }
                at += CHARS_A_TYPE;
            }
            return true;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key
                    && hash == key.hash
                    && catalogVersion == key.catalogVersion
                    && template.equals(key.template)
                    && types.equals(key.types)
                    && schema.equals(key.schema)
                    && settings.equals(key.settings);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * One of the two plans.
     *
     * @param columns of the query's result, encoded once; empty for none
     * @param neverWaits whether nothing but the processor, and perhaps a block of a file, is waited for while it runs: a query of one row at most
     * @param tables whose definitions it stands on
     * @param needs privileges that a session must hold to run it
     * @param digest where its runs are counted
     */
    record Planned(
            @Nullable SelectPlan select,
            @Nullable WritePlan write,
            ColumnList columns,
            boolean neverWaits,
            List<Long> tables,
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
