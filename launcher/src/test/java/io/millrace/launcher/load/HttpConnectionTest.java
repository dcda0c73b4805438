package io.millrace.launcher.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConnectionTest {

    private static final byte[] FORM = {'a', '=', 'b'};
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Test
    void readsOneAnswerAfterTheOther() throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(
                        "HTTP/1.1 200 OK\r\ncontent-LENGTH: 8\r\nX: y\r\n\r\n99162322",
                        "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nß…".replace("…", "no"),
                        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                HttpConnection connection = new HttpConnection(server.address(), TIMEOUT)) {
            assertThat(connection.post(FORM)).isEqualTo(new HttpAnswer(200, "99162322"));
            assertThat(connection.post(FORM)).isEqualTo(new HttpAnswer(404, "ßno"));
            assertThat(connection.post(FORM)).isEqualTo(new HttpAnswer(200, ""));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n",
            })
    void refusesWhatIsNoAnswer(String answer) throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(answer);
                HttpConnection connection = new HttpConnection(server.address(), TIMEOUT)) {
            assertThatThrownBy(() -> connection.post(FORM)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesALineWithoutEnd() throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer("x".repeat(20_000));
                HttpConnection connection = new HttpConnection(server.address(), TIMEOUT)) {
            assertThatThrownBy(() -> connection.post(FORM)).hasMessageContaining("longer than");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n9916"})
    void saysWhenTheOtherSideWentAway(String answer) throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(answer);
                HttpConnection connection = new HttpConnection(server.address(), TIMEOUT)) {
            assertThatThrownBy(() -> connection.post(FORM)).isInstanceOf(EOFException.class);
        }
    }
}
