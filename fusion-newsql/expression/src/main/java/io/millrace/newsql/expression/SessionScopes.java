package io.millrace.newsql.expression;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.WarningSink;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** A session for expressions that are evaluated outside of any: constants of a plan, defaults of columns. */
public final class SessionScopes {

    public static final SessionScope NONE = new SessionScope() {
        @Override
        public Literal systemVariable(String name, boolean global) {
            throw SqlErrors.unknownVariable(name);
        }

        @Override
        public Literal userVariable(String name) {
            return Literal.NULL;
        }

        @Override
        public void setUserVariable(String name, Literal value) {
            throw SqlErrors.unsupported("variables here");
        }

        @Override
        public @Nullable String schema() {
            return null;
        }

        @Override
        public String user() {
            return "";
        }

        @Override
        public String account() {
            return "";
        }

        @Override
        public long connectionId() {
            return 0;
        }

        @Override
        public String version() {
            return "";
        }

        @Override
        public long lastInsertId() {
            return 0;
        }

        @Override
        public void setLastInsertId(long value) {}

        @Override
        public long rowCount() {
            return -1;
        }

        @Override
        public long foundRows() {
            return 0;
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public long statementMicros() {
            return 0;
        }

        @Override
        public WarningSink warnings() {
            return WarningSink.NONE;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    };

    private SessionScopes() {}
}
