package io.millrace.newsql.mysql.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PreparedStatementTest {
    private final List<String> closed = new ArrayList<>();

    private PreparedQuery query(String name, boolean failsToClose) {
        return new PreparedQuery() {
            @Override
            public int parameterCount() {
                return 2;
            }

            @Override
            public List<ColumnDefinition> columns() {
                return List.of();
            }

            @Override
            public void close() {
                closed.add(name);
                if (failsToClose) {
                    throw new IllegalStateException(name);
                }
            }
        };
    }

    @Test
    void longDataBeyondTheLimitFailsTheNextExecutionOnly() {
        PreparedStatement statement = new PreparedStatement(1, query("a", false), 10);
        statement.addLongData(0, new byte[6]);
        statement.addLongData(1, new byte[5]);
        assertThatThrownBy(statement::requireWholeLongData)
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1105));
        statement.requireWholeLongData();
        statement.addLongData(2, new byte[1]);
        assertThatThrownBy(statement::requireWholeLongData)
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1210));
        statement.addLongData(1, new byte[10]);
        assertThat(statement.longData(1)).hasSize(10);
        assertThat(statement.longData(0)).isNull();
    }

    @Test
    void allAreClosedEvenIfOneFails() {
        AtomicInteger all = new AtomicInteger();
        PreparedStatements statements = new PreparedStatements(all, 3, 10);
        statements.add(query("a", true));
        statements.add(query("b", false));
        statements.add(query("c", true));
        assertThatThrownBy(statements::requireRoom).isInstanceOfSatisfying(SqlException.class, e -> assertThat(e.code())
                .isEqualTo(1461));
        assertThatThrownBy(statements::closeAll).isInstanceOf(IllegalStateException.class);
        assertThat(closed).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(all).hasValue(0);
        assertThatThrownBy(() -> statements.get(1, "test"))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1243));
    }
}
