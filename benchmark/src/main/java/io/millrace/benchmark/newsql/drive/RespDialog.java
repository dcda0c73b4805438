package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** A connection of Redis's protocol: sends some commands at once, and the next ones when all are answered. */
final class RespDialog implements Dialog {
    private static final byte[] GET = ascii("GET");
    private static final byte[] HSET = ascii("HSET");
    private static final byte[] HGETALL = ascii("HGETALL");
    private static final byte[] ZRANGEBYLEX = ascii("ZRANGEBYLEX");
    private static final byte[] KEYS = ascii(NodeWorkload.KEYS);
    private static final byte[] LIMIT = ascii("LIMIT");
    private static final byte[] ZERO = ascii("0");
    private static final byte[] MEMBERS = ascii(Integer.toString(NodeWorkload.MEMBERS));
    private static final byte[] LAST = ascii("+");

    private final NodeWorkload workload;
    private final int rows;
    private final int pipeline;
    private final SplittableRandom random;
    private final RowText text;
    private final byte[][] fields = new byte[NodeWorkload.FIELDS][];

    RespDialog(DriverOptions options, SplittableRandom random) {
        this.workload = options.nodeWorkload();
        this.rows = options.rows();
        this.pipeline = options.pipeline();
        this.random = random;
        this.text = new RowText(random);
        for (int i = 0; i < fields.length; i++) {
            fields[i] = ascii("f" + i);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void begin(ByteBuf out) {
        // Nothing comes before the first command.
    }

    @Override
    public int next(ByteBuf out) {
        for (int i = 0; i < pipeline; i++) {
            command(out, random.nextInt(rows));
        }
        return pipeline;
    }

    private void command(ByteBuf out, int row) {
        switch (workload) {
            case GET -> {
                RespWords.command(out, 2);
                RespWords.word(out, GET);
                RespWords.word(out, NodeWorkload.key('s', row));
            }
            case HGETALL -> {
                RespWords.command(out, 2);
                RespWords.word(out, HGETALL);
                RespWords.word(out, NodeWorkload.key('r', row));
            }
            case HSET -> {
                RespWords.command(out, 2 + 2 * fields.length);
                RespWords.word(out, HSET);
                RespWords.word(out, NodeWorkload.key('r', row));
                for (byte[] field : fields) {
                    RespWords.word(out, field);
                    RespWords.word(out, text.next(NodeWorkload.FIELD_BYTES));
                }
            }
            case ZRANGEBYLEX -> range(out, row);
        }
    }

    private void range(ByteBuf out, int row) {
        byte[] member = NodeWorkload.key('m', row);
        byte[] from = new byte[member.length + 1];
        from[0] = '[';
        System.arraycopy(member, 0, from, 1, member.length);
        RespWords.command(out, 7);
        RespWords.word(out, ZRANGEBYLEX);
        RespWords.word(out, KEYS);
        RespWords.word(out, from);
        RespWords.word(out, LAST);
        RespWords.word(out, LIMIT);
        RespWords.word(out, ZERO);
        RespWords.word(out, MEMBERS);
    }

    @Override
    public int read(ByteBuf in, ByteBuf out) {
        int answered = 0;
        while (in.isReadable()) {
            int start = in.readerIndex();
            int end = RespWords.endOf(in, start);
            if (end < 0) {
                break;
            }
            check(in, start);
            in.readerIndex(end);
            answered++;
        }
        return answered;
    }

    /** A row that is not there would be fast. */
    private void check(ByteBuf in, int start) {
        boolean empty = in.getByte(start) == '*' && RespWords.number(in, start + 1) <= 0;
        if (empty) {
            throw new UnexpectedAnswerException(workload + ": empty (expected: what was put there)");
        }
    }
}
