package io.millrace.newsql.mysql.auth;

import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of itself: the answer to the greeting, or COM_CHANGE_USER.
 *
 * @param proof what it made of its password, in the form of its plugin
 * @param plugin its plugin; empty if it names none
 * @param zstdLevel the level of compression it asks for, 0 if it asks for none
 */
public record Credentials(
        String user,
        byte[] proof,
        @Nullable String schema,
        int collation,
        String plugin,
        Map<String, String> attributes,
        int zstdLevel) {
    private static final int FILLER_BYTES = 23;

    /** Bytes of the part before the user's name; a request for TLS is that part alone. */
    public static final int FIXED_BYTES = 32;

    /** Reads the answer to the greeting, behind its capabilities. */
    public static Credentials readResponse(PacketReader in, int capabilities) {
        in.readInt(); // the client's own largest packet
        int collation = in.readByte();
        in.skip(FILLER_BYTES);
        String user = text(in.readZeroEnded());
        byte[] proof;
        if (has(capabilities, Capabilities.PLUGIN_AUTH_LENENC)) {
            proof = in.readLengthEncoded();
        } else if (has(capabilities, Capabilities.SECURE_CONNECTION)) {
            proof = in.readBytes(in.readByte());
        } else {
            proof = in.readZeroEnded();
        }
        String schema =
                has(capabilities, Capabilities.CONNECT_WITH_DB) && in.isReadable() ? text(in.readZeroEnded()) : "";
        return readTail(in, capabilities, user, proof, schema, collation);
    }

    /** Reads COM_CHANGE_USER, behind the command. */
    public static Credentials readChangeUser(PacketReader in, int capabilities, int collationBefore) {
        String user = text(in.readZeroEnded());
        byte[] proof =
                has(capabilities, Capabilities.SECURE_CONNECTION) ? in.readBytes(in.readByte()) : in.readZeroEnded();
        String schema = text(in.readZeroEnded());
        int collation = in.readable() >= 2 ? in.readShort() : collationBefore;
        return readTail(in, capabilities & ~Capabilities.ZSTD_COMPRESSION, user, proof, schema, collation);
    }

    private static Credentials readTail(
            PacketReader in, int capabilities, String user, byte[] proof, String schema, int collation) {
        String plugin = has(capabilities, Capabilities.PLUGIN_AUTH) && in.isReadable() ? text(in.readZeroEnded()) : "";
        Map<String, String> attributes = has(capabilities, Capabilities.CONNECT_ATTRS) && in.isReadable()
                ? readAttributes(new PacketReader(in.readSlice(in.readLength())))
                : Map.of();
        int zstdLevel = has(capabilities, Capabilities.ZSTD_COMPRESSION) && in.isReadable() ? in.readByte() : 0;
        return new Credentials(user, proof, schema.isEmpty() ? null : schema, collation, plugin, attributes, zstdLevel);
    }

    private static Map<String, String> readAttributes(PacketReader in) {
        Map<String, String> attributes = new LinkedHashMap<>();
        while (in.isReadable()) {
            String name = text(in.readLengthEncoded());
            if (!in.isReadable()) {
                throw new FrameException("connection attribute", name, "a name with a value");
            }
            attributes.put(name, text(in.readLengthEncoded()));
        }
        return attributes;
    }

    private static boolean has(int capabilities, int bit) {
        return (capabilities & bit) != 0;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Without what proves the password. */
    @Override
    public String toString() {
        return "Credentials[" + user + ", " + plugin + ']';
    }
}
