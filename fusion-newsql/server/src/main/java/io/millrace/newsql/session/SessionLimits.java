package io.millrace.newsql.session;

import io.millrace.newsql.account.Account;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;

/** How many sessions an account may have. */
final class SessionLimits {

    private static final SystemVariable MAX_USER_CONNECTIONS = SystemVariables.get("max_user_connections");

    private SessionLimits() {}

    /** @throws io.millrace.newsql.mysql.SqlException 1226 if the account has as many as it may */
    static void admit(EngineState engine, ClientSession session) {
        Account account = engine.accounts().find(session.access().name());
        long own = account == null ? 0 : account.connectionsMax();
        long max = own > 0 ? own : session.variables().number(MAX_USER_CONNECTIONS);
        if (max == 0) {
            return;
        }
        long now = engine.sessions().values().stream()
                .filter(each -> each.access().name().equals(session.access().name()))
                .count();
        if (now >= max) {
            throw SqlErrors.of(
                    1226,
                    "42000",
                    "User '" + session.access().name().user()
                            + "' has exceeded the 'max_user_connections' resource (current value: " + max + ")");
        }
    }
}
