package io.millrace.benchmark.newsql.prepare;

import io.millrace.benchmark.newsql.drive.NodeWorkload;
import io.millrace.benchmark.newsql.drive.RespWords;
import io.millrace.benchmark.newsql.drive.RowText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;

/** Puts strings, rows and the sorted set of their keys into a node, some hundred commands at a time. */
public final class NodeKeys {
    private static final int BATCH = 200;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int COMMANDS_PER_ROW = 3;

    private NodeKeys() {}

    /** Fills an empty node with so many of each. {@link IOException} names the first reply that is an error. */
    public static void fill(int port, int rows) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            BufferedReader replies =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            RowText text = new RowText(new SplittableRandom(rows));
            for (int first = 0; first < rows; first += BATCH) {
                int end = Math.min(rows, first + BATCH);
                ByteBuf commands = Unpooled.buffer();
                for (int row = first; row < end; row++) {
                    add(commands, row, text);
                }
                commands.readBytes(out, commands.readableBytes());
                check(replies, COMMANDS_PER_ROW * (end - first));
            }
        }
    }

    private static void add(ByteBuf out, int row, RowText text) {
        RespWords.command(out, 3);
        RespWords.word(out, "SET");
        RespWords.word(out, NodeWorkload.key('s', row));
        RespWords.word(out, text.next(NodeWorkload.VALUE_BYTES));
        RespWords.command(out, 2 + 2 * NodeWorkload.FIELDS);
        RespWords.word(out, "HSET");
        RespWords.word(out, NodeWorkload.key('r', row));
        for (int field = 0; field < NodeWorkload.FIELDS; field++) {
            RespWords.word(out, "f" + field);
            RespWords.word(out, text.next(NodeWorkload.FIELD_BYTES));
        }
        RespWords.command(out, 4);
        RespWords.word(out, "ZADD");
        RespWords.word(out, NodeWorkload.KEYS);
        RespWords.word(out, "0");
        RespWords.word(out, NodeWorkload.key('m', row));
    }

    private static void check(BufferedReader replies, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            String line = replies.readLine();
            if (line == null || line.startsWith("-")) {
                throw new IOException("the node cannot be filled: " + line);
            }
        }
    }
}
