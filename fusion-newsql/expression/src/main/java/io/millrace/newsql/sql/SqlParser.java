package io.millrace.newsql.sql;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.dialect.mysql.parser.MySqlStatementParser;
import com.alibaba.druid.sql.parser.ParserException;
import com.alibaba.druid.sql.parser.SQLParserFeature;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parser behind the tokens: Druid's, whose tree is taken as it is. Its errors become 1064 with the place.
 */
public final class SqlParser {

    private static final Pattern POSITION = Pattern.compile("pos (\\d+)");

    private SqlParser() {}

    /** The one statement of a template. @throws io.millrace.newsql.mysql.SqlException 1064 with its place, 1436 if it is too deep; nothing else */
    public static SQLStatement parse(StatementText statement, StatementText.Template template) {
        SyntaxChecks.check(statement);
        try {
            List<SQLStatement> parsed = parser(statement, template).parseStatementList();
            if (parsed.size() != 1) {
                throw template.syntaxError(statement.source(), 0);
            }
            SQLStatement only = parsed.get(0);
            if (NamelessCalls.isIn(only)) {
                throw template.syntaxError(statement.source(), 0);
            }
            return only;
        } catch (ParserException e) {
            throw template.syntaxError(statement.source(), position(e));
        } catch (StackOverflowError e) {
            throw SqlErrors.of(
                    1436, "HY000", "Thread stack overrun: the statement's expressions are too deep; write it flatter");
        } catch (SqlException e) {
            throw e;
        } catch (RuntimeException e) {
            // The parser's own mistakes on malformed text: of many kinds, and none of them ends a connection.
            throw template.syntaxError(statement.source(), 0);
        }
    }

    private static MySqlStatementParser parser(StatementText statement, StatementText.Template template) {
        return statement.modes().pipesConcatenate()
                ? new MySqlStatementParser(template.text(), SQLParserFeature.PipesAsConcat)
                : new MySqlStatementParser(template.text());
    }

    /** Druid's position is the one behind the token that it did not expect. */
    private static int position(ParserException e) {
        Matcher matcher = POSITION.matcher(String.valueOf(e.getMessage()));
        return matcher.find() ? Math.max(0, Integer.parseInt(matcher.group(1)) - 1) : 0;
    }
}
