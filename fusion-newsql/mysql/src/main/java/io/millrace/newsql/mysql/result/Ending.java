package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.SessionChange;
import java.util.List;

/**
 * How a result ended; held back until it is known whether another one follows, since the packet says so.
 *
 * @param hasRows whether it had rows
 * @param status of the session when it ended
 */
record Ending(
        boolean hasRows,
        long affectedRows,
        long lastInsertId,
        int warnings,
        String info,
        int status,
        List<SessionChange> changes) {}
