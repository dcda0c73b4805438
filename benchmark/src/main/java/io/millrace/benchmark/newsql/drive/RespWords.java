package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Redis's protocol, version 2, as a client speaks it: commands are arrays of bulk strings. */
public final class RespWords {
    private RespWords() {}

    /** Begins a command of so many words, its name included. Borrows the buffer. */
    public static ByteBuf command(ByteBuf out, int words) {
        line(out, '*', words);
        return out;
    }

    public static void word(ByteBuf out, byte[] word) {
        line(out, '$', word.length);
        out.writeBytes(word).writeByte('\r').writeByte('\n');
    }

    public static void word(ByteBuf out, String word) {
        word(out, word.getBytes(StandardCharsets.US_ASCII));
    }

    private static void line(ByteBuf out, char type, int number) {
        out.writeByte(type);
        if (number >= 100) {
            out.writeByte('0' + number / 100 % 10);
        }
        if (number >= 10) {
            out.writeByte('0' + number / 10 % 10);
        }
        out.writeByte('0' + number % 10).writeByte('\r').writeByte('\n');
    }

    /** The index behind the reply that begins here; -1 if it is not there whole. {@link UnexpectedAnswerException} for an error. */
    public static int endOf(ByteBuf in, int start) {
        int lineEnd = in.indexOf(start, in.writerIndex(), (byte) '\n');
        if (lineEnd < 0) {
            return -1;
        }
        int next = lineEnd + 1;
        return switch (in.getByte(start)) {
            case '+', ':' -> next;
            case '$' -> behindBulk(in, next, number(in, start + 1));
            case '*' -> behindArray(in, next, number(in, start + 1));
            default -> throw new UnexpectedAnswerException(
                    in.toString(start, lineEnd - start, StandardCharsets.UTF_8).trim());
        };
    }

    private static int behindBulk(ByteBuf in, int start, int length) {
        if (length < 0) {
            throw new UnexpectedAnswerException("a value that must be there is not");
        }
        int end = start + length + 2;
        return end <= in.writerIndex() ? end : -1;
    }

    private static int behindArray(ByteBuf in, int start, int elements) {
        int end = start;
        for (int i = 0; i < elements && end >= 0; i++) {
            end = endOf(in, end);
        }
        return end;
    }

    /** The number of a line, for example of elements. */
    public static int number(ByteBuf in, int start) {
        int index = start;
        boolean negative = in.getByte(index) == '-';
        int value = 0;
        for (int b = in.getByte(negative ? ++index : index); b != '\r'; b = in.getByte(++index)) {
            value = value * 10 + b - '0';
        }
        return negative ? -value : value;
    }
}
