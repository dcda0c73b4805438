package io.millrace.benchmark.newsql.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;

class MysqlAnswerTest {
    private static final int[] OK = {0, 1, 0, 2, 0, 0, 0};
    private static final int[] ONE_COLUMN = {1};
    private static final int[] DEFINITION = {3, 'd', 'e', 'f'};
    private static final int[] END = {0xfe, 0, 0, 2, 0};
    private static final int[] ROW = {0, 0, 1, 'c'};
    /** A row in the text form whose first value has a length of eight bytes: it begins as an end does. */
    private static final int[] LONG_ROW = {0xfe, 1, 0, 0, 0, 0, 0, 0, 0, 'c'};

    private final MysqlAnswer answer = new MysqlAnswer();

    @Test
    void okEndsAStatementWithoutRows() {
        answer.begin(statement(SqlStatement.NO_ROWS));
        assertThat(take(OK)).isTrue();
    }

    @Test
    void aResultEndsBehindItsRows() {
        answer.begin(statement(2));
        assertThat(take(ONE_COLUMN)).isFalse();
        assertThat(take(DEFINITION)).isFalse();
        assertThat(take(END)).isFalse();
        assertThat(take(ROW)).isFalse();
        assertThat(take(LONG_ROW)).isFalse();
        assertThat(take(END)).isTrue();
    }

    @Test
    void anotherNumberOfRowsIsWrong() {
        answer.begin(statement(1));
        take(ONE_COLUMN);
        take(DEFINITION);
        take(END);
        assertThatThrownBy(() -> take(END)).hasMessage("SELECT 1: rows=0 (expected: 1)");
    }

    @Test
    void anErrorIsToldInWords() {
        answer.begin(statement(1));
        assertThatThrownBy(() -> take(0xff, 0x7a, 0x04, '#', '4', '2', 'S', '0', '2', 'x'))
                .isInstanceOf(UnexpectedAnswerException.class)
                .hasMessage("SELECT 1: 1146 #42S02x");
    }

    private static SqlStatement statement(int rows) {
        return new SqlStatement("SELECT 1", List.of(), rows);
    }

    private boolean take(int... payload) {
        ByteBuf in = Unpooled.buffer();
        for (int each : payload) {
            in.writeByte(each);
        }
        return answer.take(in, 0, payload.length);
    }
}
