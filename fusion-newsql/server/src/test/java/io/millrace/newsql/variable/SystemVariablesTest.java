package io.millrace.newsql.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SystemVariablesTest {

    private final List<Integer> warnings = new ArrayList<>();
    private final WarningSink sink = (code, message) -> warnings.add(code);

    private @Nullable Object check(String name, Literal given) {
        SystemVariable variable = SystemVariables.get(name);
        return variable.type().check(name, given, sink).value();
    }

    @Test
    void everyVariableStandsAtItsIndexAndTakesItsOwnInitialValue() {
        List<SystemVariable> all = SystemVariables.all();
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).index()).isEqualTo(i);
            if (all.get(i).initial().value() != null) {
                all.get(i).type().check(all.get(i).name(), all.get(i).initial(), sink);
            }
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void switchesTakeWordsAndNumbersAndNothingElse() {
        assertThat(check("autocommit", Literal.of("off"))).isEqualTo(0L);
        assertThat(check("autocommit", Literal.of(1))).isEqualTo(1L);
        assertThatThrownBy(() -> check("autocommit", Literal.of(2)))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1231));
        assertThatThrownBy(() -> check("autocommit", Literal.of(1.5)))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1232));
    }

    @Test
    void numbersOutOfTheirRangeBecomeTheNearestWithAWarning() {
        assertThat(check("wait_timeout", Literal.of(0))).isEqualTo(1L);
        assertThat(check("wait_timeout", Literal.of(Long.MAX_VALUE))).isEqualTo(31_536_000L);
        assertThat(check("sql_select_limit", Literal.of(-1))).isEqualTo(0L);
        assertThat(warnings).containsExactly(1292, 1292, 1292);
    }

    @Test
    void modesAreSortedAndGroupsStandForTheirMembers() {
        assertThat(check("sql_mode", Literal.of("strict_trans_tables,ansi_quotes")))
                .isEqualTo("ANSI_QUOTES,STRICT_TRANS_TABLES");
        assertThat(String.valueOf(check("sql_mode", Literal.of("ANSI"))))
                .contains("PIPES_AS_CONCAT")
                .endsWith("ANSI");
        assertThatThrownBy(() -> check("sql_mode", Literal.of("nosuch")))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1231));
    }

    @Test
    void anUnknownNameIs1193() {
        assertThatThrownBy(() -> SystemVariables.get("nosuch"))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1193));
    }
}
