package io.millrace.mesh.thrift;

import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftProtocol;
import org.jspecify.annotations.Nullable;

/** How the struct of a message is encoded, in the numbers of links and the words of registrations. */
public enum ThriftEncoding {
    /** The binary protocol. Its strict and its old header stand before the same struct. */
    BINARY(0, "binary", ThriftProtocol.BINARY),
    /** The compact protocol. */
    COMPACT(2, "compact", ThriftProtocol.COMPACT);

    /** Thrift's number among the protocols that a link carries. */
    public static final int LINK_PROTOCOL = 2;

    /** Thrift's word among the protocols of registrations. */
    public static final String PROTOCOL_WORD = "thrift";

    private final int id;
    private final String word;
    private final MessageForm form;

    ThriftEncoding(int id, String word, ThriftProtocol protocol) {
        this.id = id;
        this.word = word;
        this.form = MessageForm.of(protocol);
    }

    /** Its number on a link: that of the header transport. */
    public int id() {
        return id;
    }

    /** Its name in a registration. */
    public String word() {
        return word;
    }

    /** The plain message of this encoding. */
    public MessageForm form() {
        return form;
    }

    /** That of a message. */
    public static ThriftEncoding of(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.COMPACT ? COMPACT : BINARY;
    }

    /** By its name, or null if it is none of these. */
    public static @Nullable ThriftEncoding ofWord(String word) {
        return switch (word) {
            case "binary" -> BINARY;
            case "compact" -> COMPACT;
            default -> null;
        };
    }
}
