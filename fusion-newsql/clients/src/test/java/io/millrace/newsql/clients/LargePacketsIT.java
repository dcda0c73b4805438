package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages about as long as one packet can be, 2^24 - 1 bytes, in both directions and through the store. */
class LargePacketsIT extends BadDay {

    private static final int PACKET = (1 << 24) - 1;

    /** COM_QUERY's code and the text around the literal. */
    private static final String HEAD = "SELECT LENGTH('";

    private static final String TAIL = "')";

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void aStatementAboutAPacketLongArrivesWhole(int more) throws SQLException {
        int literal = PACKET + more - 1 - HEAD.length() - TAIL.length();
        assertThat(number(HEAD + "x".repeat(literal) + TAIL)).isEqualTo(literal);
    }

    @ParameterizedTest
    @ValueSource(ints = {-12, -4, -1, 0})
    void aValueAboutAPacketLongIsKeptAndGivenBack(int more) throws SQLException {
        byte[] value = new byte[PACKET + more];
        new Random(more).nextBytes(value);
        run("CREATE TABLE blobs (id INT PRIMARY KEY, b LONGBLOB)");
        try (Connection connection = connect()) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO blobs VALUES (1, ?)")) {
                insert.setBytes(1, value);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT b FROM blobs WHERE id = ?")) {
                select.setInt(1, 1);
                try (ResultSet row = select.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    boolean same = Arrays.equals(row.getBytes(1), value);
                    assertThat(same)
                            .as("the same %d bytes come back", value.length)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void aMessageTooLongIsRefused() throws SQLException {
        String url = SERVER.server().mariaDbUrl("bad") + "&maxAllowedPacket=" + (256 << 20);
        try (Connection connection = DriverManager.getConnection(url, "root", "")) {
            assertThat(code(connection, HEAD + "x".repeat(66 << 20) + TAIL)).isEqualTo(1153);
        }
        assertThat(number("SELECT 1")).isEqualTo(1);
    }
}
