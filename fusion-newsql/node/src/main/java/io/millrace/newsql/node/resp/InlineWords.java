package io.millrace.newsql.node.resp;

import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;

/**
 * A request typed by a person: words between spaces, {@code "quoted\n\x41"} with escapes or {@code 'quoted'} with {@code \'} alone.
 *
 * <p>Rare, so it copies. <b>Threads.</b> One object a line.
 */
final class InlineWords {

    private final ByteBuf in;
    private final int end;
    private final RespRequest into;
    private final ByteArrayOutputStream words = new ByteArrayOutputStream();
    private int at;

    private InlineWords(ByteBuf in, int index, int length, RespRequest into) {
        this.in = in;
        this.at = index;
        this.end = index + length;
        this.into = into;
    }

    /** Makes the request of a line, its line end included. */
    static void split(ByteBuf in, int index, int length, RespRequest into) {
        into.clear();
        InlineWords line = new InlineWords(in, index, length, into);
        line.splitAll();
        into.lieAt(Unpooled.wrappedBuffer(line.words.toByteArray()), 0);
    }

    private void splitAll() {
        skipSpaces();
        while (at < end) {
            int start = words.size();
            word();
            into.add(start, words.size() - start);
            skipSpaces();
        }
    }

    private void skipSpaces() {
        while (at < end && isSpace(in.getByte(at))) {
            at++;
        }
    }

    private static boolean isSpace(byte value) {
        return value == ' ' || value >= '\t' && value <= '\r';
    }

    private void word() {
        while (at < end && !isSpace(in.getByte(at))) {
            byte next = in.getByte(at++);
            if (next == '"' || next == '\'') {
                quoted(next);
            } else {
                words.write(next);
            }
        }
    }

    private void quoted(byte quote) {
        while (at < end) {
            byte next = in.getByte(at++);
            if (next == quote) {
                if (at < end && !isSpace(in.getByte(at))) {
                    throw unbalanced();
                }
                return;
            }
            if (next == '\\' && at < end && (quote == '"' || in.getByte(at) == '\'')) {
                words.write(quote == '"' ? escaped() : in.getByte(at++));
            } else {
                words.write(next);
            }
        }
        throw unbalanced();
    }

    private int escaped() {
        byte letter = in.getByte(at++);
        if (letter == 'x' && at + 1 < end) {
            int high = Character.digit(in.getByte(at), 16);
            int low = Character.digit(in.getByte(at + 1), 16);
            if (high >= 0 && low >= 0) {
                at += 2;
                return (high << 4) | low;
            }
        }
        return switch (letter) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> letter;
        };
    }

    private static FrameException unbalanced() {
        return new FrameException("quotes in request", "unbalanced", "a space behind each closing quote");
    }
}
