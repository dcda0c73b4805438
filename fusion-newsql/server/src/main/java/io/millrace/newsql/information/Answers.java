package io.millrace.newsql.information;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results of statements that are no SHOW but answer with a table that the server makes. */
public final class Answers {

    private Answers() {}

    /** Of CHECK TABLE and its like. @param rows table, operation, kind of message, message */
    public static ShowStatements.Answer maintenance(ServerView server, List<@Nullable Object[]> rows) {
        return answer(
                server,
                Shown.computed(
                        rows, "Table varchar(128)", "Op varchar(10)", "Msg_type varchar(10)", "Msg_text mediumtext"));
    }

    /** Nothing is found: the server has no topics. */
    public static ShowStatements.Answer help(ServerView server) {
        return answer(
                server,
                Shown.computed(new ArrayList<>(), "name varchar(64)", "description mediumtext", "example mediumtext"));
    }

    /** Of EXPLAIN as a table. @param rows values of MySQL's twelve columns */
    public static ShowStatements.Answer explanation(ServerView server, List<@Nullable Object[]> rows) {
        return answer(
                server,
                Shown.computed(
                        rows,
                        "id bigint unsigned",
                        "select_type varchar(19)",
                        "table varchar(64)",
                        "partitions varchar(64)",
                        "type varchar(10)",
                        "possible_keys varchar(4096)",
                        "key varchar(64)",
                        "key_len varchar(4096)",
                        "ref varchar(1024)",
                        "rows bigint unsigned",
                        "filtered double",
                        "Extra varchar(255)"));
    }

    /** Of EXPLAIN as text. */
    public static ShowStatements.Answer text(ServerView server, List<@Nullable Object[]> rows) {
        return answer(server, Shown.computed(rows, "EXPLAIN longtext"));
    }

    private static ShowStatements.Answer answer(ServerView server, Shown shown) {
        return new ShowStatements.Answer(shown.table().of(server), "", shown.ofTable());
    }
}
