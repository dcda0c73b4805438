package io.millrace.newsql.mysql.command;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.auth.Credentials;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Any bytes as the fields of a command: read or refused, never another error, and no memory for what is not there. */
@Tag("once")
class CommandFuzz {

    private record Query(int parameterCount) implements PreparedQuery {

        @Override
        public List<ColumnDefinition> columns() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    @FuzzTest(maxDuration = "60s")
    void commandsAreReadOrRefused(FuzzedDataProvider data) {
        int kind = data.consumeInt(0, 3);
        int capabilities = data.consumeInt();
        int parameters = data.consumeInt(0, 20);
        byte[] bytes = data.consumeRemainingAsBytes();
        PacketReader in = new PacketReader(Unpooled.wrappedBuffer(bytes));
        try {
            switch (kind) {
                case 0 -> QueryCommand.read(in, capabilities, StandardCharsets.UTF_8);
                case 1 -> execute(in, capabilities, parameters);
                case 2 -> Credentials.readResponse(in, capabilities);
                default -> Credentials.readChangeUser(in, capabilities, 255);
            }
        } catch (FrameException | SqlException refused) {
            assert refused.getMessage() != null;
        }
    }

    private static void execute(PacketReader in, int capabilities, int parameters) {
        try (PreparedStatement statement = new PreparedStatement(1, new Query(parameters), 1000)) {
            ExecuteCommand command = ExecuteCommand.read(in, statement, capabilities, StandardCharsets.UTF_8);
            if (command.parameters().size() != parameters) {
                throw new AssertionError(command.parameters().size() + " parameters of " + parameters);
            }
        }
    }
}
