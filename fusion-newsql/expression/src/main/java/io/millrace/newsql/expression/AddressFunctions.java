package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions of network addresses and UUIDs. */
final class AddressFunctions {

    private static final Pattern V4 = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern HEX_DIGITS = Pattern.compile("[0-9a-fA-F]{32}");
    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    private AddressFunctions() {}

    static void register(Functions all) {
        all.add(1, 1, AddressFunctions::toNumber, "inet_aton");
        all.add(1, 1, AddressFunctions::toText, "inet_ntoa");
        all.add(1, 1, AddressFunctions::toBytes, "inet6_aton");
        all.add(1, 1, AddressFunctions::ofBytes, "inet6_ntoa");
        is(all, "is_ipv4", text -> v4(text) != null);
        is(all, "is_ipv6", text -> v4(text) == null && bytes(text) != null);
        all.add(1, 1, args -> isMapped(args, true), "is_ipv4_mapped");
        all.add(1, 1, args -> isMapped(args, false), "is_ipv4_compat");
        is(all, "is_uuid", text -> uuid(text) != null);
        all.add(1, 2, AddressFunctions::uuidToBytes, "uuid_to_bin");
        all.add(1, 2, AddressFunctions::bytesToUuid, "bin_to_uuid");
    }

    private interface Check {
        boolean test(String text);
    }

    private static void is(Functions all, String name, Check check) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.BOOLEAN, frame -> {
                    String text = args.get(0).text(frame);
                    return text == null ? null : Comparison.of(check.test(text));
                }),
                name);
    }

    // ---- addresses ----

    private static Expression toNumber(List<Expression> args) {
        return Expression.of(SqlType.UNSIGNED, frame -> {
            String text = args.get(0).text(frame);
            return text == null ? null : number(text);
        });
    }

    /** With fewer than four parts the last one fills up: 127.1 is 127.0.0.1. */
    private static @Nullable Long number(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length > V4_BYTES) {
            return null;
        }
        long number = 0;
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].matches("[0-9]{1,3}") || Integer.parseInt(parts[i]) > 255) {
                return null;
            }
            boolean last = i == parts.length - 1;
            number = (last ? number << 8 * (V4_BYTES - i) : number << 8) | Integer.parseInt(parts[i]);
        }
        return number;
    }

    private static Expression toText(List<Expression> args) {
        return Expression.of(SqlType.text(15), frame -> {
            Long number = args.get(0).integer(frame);
            return number == null || number < 0 || number > 0xFFFF_FFFFL
                    ? null
                    : (number >> 24) + "." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
        });
    }

    private static byte @Nullable [] v4(String text) {
        java.util.regex.Matcher matcher = V4.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        byte[] bytes = new byte[V4_BYTES];
        for (int i = 0; i < V4_BYTES; i++) {
            int part = Integer.parseInt(matcher.group(i + 1));
            if (part > 255) {
                return null;
            }
            bytes[i] = (byte) part;
        }
        return bytes;
    }

    private static byte @Nullable [] bytes(String text) {
        byte[] v4 = v4(text);
        if (v4 != null || !V6.matcher(text).matches()) {
            return v4;
        }
        try {
            byte[] address = InetAddress.getByName(text).getAddress();
            if (address.length == V6_BYTES) {
                return address;
            }
            // Java makes a mapped address one of four bytes.
            byte[] mapped = new byte[V6_BYTES];
            mapped[10] = -1;
            mapped[11] = -1;
            System.arraycopy(address, 0, mapped, 12, V4_BYTES);
            return mapped;
        } catch (UnknownHostException e) {
            return null;
        }
    }

    private static Expression toBytes(List<Expression> args) {
        return Expression.of(SqlType.bytes(V6_BYTES), frame -> {
            String text = args.get(0).text(frame);
            return text == null ? null : bytes(text);
        });
    }

    private static Expression ofBytes(List<Expression> args) {
        return Expression.of(SqlType.text(39), frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            if (bytes == null || bytes.length != V4_BYTES && bytes.length != V6_BYTES) {
                return null;
            }
            if (bytes.length == V4_BYTES) {
                return dotted(bytes, 0);
            }
            return isPrefix(bytes, true)
                    ? "::ffff:" + dotted(bytes, 12)
                    : isPrefix(bytes, false) && bytes[12] != 0 ? "::" + dotted(bytes, 12) : colons(bytes);
        });
    }

    private static String dotted(byte[] bytes, int from) {
        return (bytes[from] & 255) + "." + (bytes[from + 1] & 255) + "." + (bytes[from + 2] & 255) + "."
                + (bytes[from + 3] & 255);
    }

    /** The longest run of zeros is left out. */
    private static String colons(byte[] bytes) {
        int[] parts = new int[8];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = (bytes[2 * i] & 255) << 8 | bytes[2 * i + 1] & 255;
        }
        int best = -1;
        int bestLength = 1;
        for (int i = 0; i < parts.length; i++) {
            int end = i;
            while (end < parts.length && parts[end] == 0) {
                end++;
            }
            if (end - i > bestLength) {
                best = i;
                bestLength = end - i;
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            if (i == best) {
                out.append("::");
                i += bestLength - 1;
            } else {
                out.append(i == 0 || out.toString().endsWith("::") ? "" : ":").append(Integer.toHexString(parts[i]));
            }
        }
        return out.toString();
    }

    private static boolean isPrefix(byte[] bytes, boolean mapped) {
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return mapped ? bytes[10] == -1 && bytes[11] == -1 : bytes[10] == 0 && bytes[11] == 0;
    }

    private static Expression isMapped(List<Expression> args, boolean mapped) {
        return Expression.of(SqlType.BOOLEAN, frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            return bytes == null ? null : Comparison.of(bytes.length == V6_BYTES && isPrefix(bytes, mapped));
        });
    }

    // ---- UUIDs ----

    private static @Nullable UUID uuid(String text) {
        String digits = text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
        boolean plain = digits.matches("[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}");
        digits = plain ? digits.replace("-", "") : digits;
        return HEX_DIGITS.matcher(digits).matches()
                ? new UUID(
                        Long.parseUnsignedLong(digits.substring(0, 16), 16),
                        Long.parseUnsignedLong(digits.substring(16), 16))
                : null;
    }

    private static boolean isSwapped(List<Expression> args, Frame frame) {
        return args.size() > 1 && args.get(1).isTrue(frame);
    }

    private static Expression uuidToBytes(List<Expression> args) {
        return Expression.of(SqlType.bytes(V6_BYTES), frame -> {
            String text = args.get(0).text(frame);
            if (text == null) {
                return null;
            }
            UUID uuid = uuid(text);
            if (uuid == null) {
                throw SqlErrors.of(1411, "HY000", "Incorrect string value: '" + text + "' for function uuid_to_bin");
            }
            long high = uuid.getMostSignificantBits();
            return ByteBuffer.allocate(V6_BYTES)
                    .putLong(isSwapped(args, frame) ? swapped(high) : high)
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        });
    }

    /** Time-low, time-mid, time-high as time-high, time-mid, time-low: UUIDs made one after the other lie together. */
    private static long swapped(long high) {
        return (high & 0xFFFFL) << 48 | (high >>> 16 & 0xFFFFL) << 32 | high >>> 32;
    }

    private static long unswapped(long high) {
        return (high & 0xFFFF_FFFFL) << 32 | (high >>> 32 & 0xFFFFL) << 16 | high >>> 48;
    }

    private static Expression bytesToUuid(List<Expression> args) {
        return Expression.of(SqlType.text(36), frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            if (bytes == null) {
                return null;
            }
            if (bytes.length != V6_BYTES) {
                throw SqlErrors.of(1411, "HY000", "Incorrect string value for function bin_to_uuid");
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            long high = buffer.getLong();
            return new UUID(isSwapped(args, frame) ? unswapped(high) : high, buffer.getLong()).toString();
        });
    }
}
