package io.millrace.newsql.mysql.command;

import java.util.Locale;

/** The commands of the protocol that this server knows, with their codes. */
public enum CommandType {
    QUIT(0x01),
    INIT_DB(0x02),
    QUERY(0x03),
    FIELD_LIST(0x04),
    STATISTICS(0x09),
    PROCESS_INFO(0x0A),
    PROCESS_KILL(0x0C),
    DEBUG(0x0D),
    PING(0x0E),
    CHANGE_USER(0x11),
    STMT_PREPARE(0x16),
    STMT_EXECUTE(0x17),
    STMT_SEND_LONG_DATA(0x18),
    STMT_CLOSE(0x19),
    STMT_RESET(0x1A),
    SET_OPTION(0x1B),
    STMT_FETCH(0x1C),
    RESET_CONNECTION(0x1F),
    /** Any code that is not known, such as those for replication. */
    UNKNOWN(-1);

    private static final CommandType[] BY_CODE = new CommandType[0x20];

    static {
        java.util.Arrays.fill(BY_CODE, UNKNOWN);
        for (CommandType type : values()) {
            if (type != UNKNOWN) {
                BY_CODE[type.code] = type;
            }
        }
    }

    private final int code;
    private final String tag;

    CommandType(int code) {
        this.code = code;
        this.tag = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The command of a message's first byte. */
    public static CommandType ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    }

    /** Its name as the tag of a meter. */
    public String tag() {
        return tag;
    }
}
