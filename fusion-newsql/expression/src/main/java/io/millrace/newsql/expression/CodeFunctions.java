package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Functions of encodings: hexadecimal, base 64, digests, compression. */
final class CodeFunctions {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LINE = 76;
    private static final int RANDOM_MAX = 1024;
    private static final int HEADER = Integer.BYTES;
    private static final int COMPRESSED_DAMAGED = 1259;
    private static final int TOO_LARGE = 1256;
    private static final int WRONG_PARAMETERS = 1583;

    private CodeFunctions() {}

    private interface OfBytes {
        @Nullable
        Object apply(byte[] bytes, Frame frame);
    }

    private static void bytes(Functions all, SqlType type, OfBytes function, String... names) {
        all.add(
                1,
                1,
                args -> Expression.of(type, frame -> {
                    byte[] bytes = args.get(0).bytes(frame);
                    return bytes == null ? null : function.apply(bytes, frame);
                }),
                names);
    }

    static void register(Functions all) {
        all.add(1, 1, CodeFunctions::hex, "hex");
        all.add(1, 1, CodeFunctions::unhex, "unhex");
        all.add(1, Integer.MAX_VALUE, args -> ofCodes(args, false), "char");
        bytes(all, SqlType.text(32), (bytes, frame) -> digest("MD5", bytes), "md5");
        bytes(all, SqlType.text(40), (bytes, frame) -> digest("SHA-1", bytes), "sha1", "sha");
        bytes(all, SqlType.UNSIGNED, (bytes, frame) -> crc32(bytes), "crc32");
        bytes(all, SqlType.bytes(Strings.RESULT_MAX), (bytes, frame) -> compress(bytes), "compress");
        bytes(all, SqlType.bytes(Strings.RESULT_MAX), CodeFunctions::uncompress, "uncompress");
        bytes(all, SqlType.BIGINT, (bytes, frame) -> uncompressedLength(bytes), "uncompressed_length");
        all.add(2, 2, CodeFunctions::sha2, "sha2");
        all.add(1, 1, CodeFunctions::toBase64, "to_base64");
        all.add(1, 1, CodeFunctions::fromBase64, "from_base64");
        all.add(1, 1, CodeFunctions::randomBytes, "random_bytes");
    }

    private static Expression hex(List<Expression> args) {
        Expression arg = args.get(0);
        return Expression.of(SqlType.text(Logic.textLength(arg.type()) * 8), frame -> {
            Object value = arg.eval(frame);
            if (value == null) {
                return null;
            }
            if (arg.type().isNumber() && arg.type().id() != io.millrace.newsql.type.TypeId.BIT) {
                return Long.toHexString(Casts.toInteger(value, arg.type(), true, frame.warnings()))
                        .toUpperCase(Locale.ROOT);
            }
            return HEX.formatHex(Casts.toBytes(value, arg.type()));
        });
    }

    private static Expression unhex(List<Expression> args) {
        return Expression.of(SqlType.bytes(Logic.textLength(args.get(0).type()) / 2), frame -> {
            String text = args.get(0).text(frame);
            if (text == null) {
                return null;
            }
            String even = text.length() % 2 == 0 ? text : "0" + text;
            if (even.chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0)) {
                return HEX.parseHex(even);
            }
            frame.warnings().warn(1411, "Incorrect string value: '" + text + "' for function unhex");
            return null;
        });
    }

    /** CHAR: the bytes of numbers, as text with USING. */
    static Expression ofCodes(List<Expression> args, boolean text) {
        SqlType type = text ? SqlType.text(args.size() * 4L) : SqlType.bytes(args.size() * 4L);
        return Expression.of(type, frame -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (Expression arg : args) {
                Long code = arg.integer(frame);
                if (code != null) {
                    byte[] bytes = BigInteger.valueOf(code & 0xFFFF_FFFFL).toByteArray();
                    int skip = bytes.length > 1 && bytes[0] == 0 ? 1 : 0;
                    out.write(bytes, skip, bytes.length - skip);
                }
            }
            return text ? out.toString(StandardCharsets.UTF_8) : out.toByteArray();
        });
    }

    // ---- digests ----

    private static String digest(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a Java runtime without " + algorithm, e);
        }
    }

    private static Expression sha2(List<Expression> args) {
        return Expression.of(SqlType.text(128), frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            Long bits = args.get(1).integer(frame);
            if (bytes == null || bits == null) {
                return null;
            }
            switch (bits.intValue()) {
                case 0, 256:
                    return digest("SHA-256", bytes);
                case 224, 384, 512:
                    return digest("SHA-" + bits, bytes);
                default:
                    frame.warnings()
                            .warn(WRONG_PARAMETERS, "Incorrect parameters in the call to native function 'sha2'");
                    return null;
            }
        });
    }

    private static Long crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    private static Expression randomBytes(List<Expression> args) {
        return Expression.of(SqlType.bytes(RANDOM_MAX), frame -> {
            Long count = args.get(0).integer(frame);
            if (count == null) {
                return null;
            }
            if (count < 1 || count > RANDOM_MAX) {
                throw SqlErrors.of(1690, "22003", "length value is out of range in 'random_bytes'");
            }
            byte[] bytes = new byte[count.intValue()];
            RANDOM.nextBytes(bytes);
            return bytes;
        });
    }

    // ---- base 64 ----

    private static Expression toBase64(List<Expression> args) {
        long length = (Logic.textLength(args.get(0).type()) * 4 + 2) / 3 * 4;
        return Expression.of(SqlType.text(length), frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            return bytes == null
                    ? null
                    : Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
        });
    }

    private static Expression fromBase64(List<Expression> args) {
        return Expression.of(SqlType.bytes(Logic.textLength(args.get(0).type())), frame -> {
            String text = args.get(0).text(frame);
            if (text == null) {
                return null;
            }
            try {
                return Base64.getDecoder().decode(text.replaceAll("[ \t\r\n]", ""));
            } catch (IllegalArgumentException e) {
                return null;
            }
        });
    }

    // ---- compression: four bytes of the length, least first, then zlib's stream ----

    private static byte[] compress(byte[] bytes) {
        if (bytes.length == 0) {
            return bytes;
        }
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 16);
            out.writeBytes(ByteBuffer.allocate(HEADER)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(bytes.length)
                    .array());
            byte[] part = new byte[8192];
            while (!deflater.finished()) {
                out.write(part, 0, deflater.deflate(part));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static Long uncompressedLength(byte[] bytes) {
        return bytes.length <= HEADER
                ? 0L
                : (long) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0x3FFF_FFFF;
    }

    private static byte @Nullable [] uncompress(byte[] bytes, Frame frame) {
        if (bytes.length == 0) {
            return bytes;
        }
        long length = uncompressedLength(bytes);
        if (length > Strings.RESULT_MAX) {
            frame.warnings()
                    .warn(TOO_LARGE, "Uncompressed data size too large; the maximum size is " + Strings.RESULT_MAX);
            return null;
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, Math.min(HEADER, bytes.length), Math.max(0, bytes.length - HEADER));
            byte[] out = new byte[(int) length];
            int size = inflater.inflate(out);
            if (size > 0 && inflater.finished() || size == length && size > 0) {
                return size == out.length ? out : Arrays.copyOf(out, size);
            }
        } catch (DataFormatException e) {
            assert e != null : "no compressed data: warned of below";
        } finally {
            inflater.end();
        }
        frame.warnings().warn(COMPRESSED_DAMAGED, "ZLIB: Input data corrupted");
        return null;
    }
}
