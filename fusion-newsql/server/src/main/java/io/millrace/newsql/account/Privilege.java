package io.millrace.newsql.account;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MySQL's privileges, in the order in which SHOW GRANTS names them. The numbers are in records. */
public enum Privilege {
    SELECT(1, "SELECT", Level.COLUMN),
    INSERT(2, "INSERT", Level.COLUMN),
    UPDATE(3, "UPDATE", Level.COLUMN),
    DELETE(4, "DELETE", Level.TABLE),
    CREATE(5, "CREATE", Level.TABLE),
    DROP(6, "DROP", Level.TABLE),
    RELOAD(7, "RELOAD", Level.GLOBAL),
    SHUTDOWN(8, "SHUTDOWN", Level.GLOBAL),
    PROCESS(9, "PROCESS", Level.GLOBAL),
    FILE(10, "FILE", Level.GLOBAL),
    REFERENCES(11, "REFERENCES", Level.COLUMN),
    INDEX(12, "INDEX", Level.TABLE),
    ALTER(13, "ALTER", Level.TABLE),
    SHOW_DATABASES(14, "SHOW DATABASES", Level.GLOBAL),
    SUPER(15, "SUPER", Level.GLOBAL),
    CREATE_TEMPORARY_TABLES(16, "CREATE TEMPORARY TABLES", Level.SCHEMA),
    LOCK_TABLES(17, "LOCK TABLES", Level.SCHEMA),
    EXECUTE(18, "EXECUTE", Level.SCHEMA),
    REPLICATION_SLAVE(19, "REPLICATION SLAVE", Level.GLOBAL),
    REPLICATION_CLIENT(20, "REPLICATION CLIENT", Level.GLOBAL),
    CREATE_VIEW(21, "CREATE VIEW", Level.TABLE),
    SHOW_VIEW(22, "SHOW VIEW", Level.TABLE),
    CREATE_ROUTINE(23, "CREATE ROUTINE", Level.SCHEMA),
    ALTER_ROUTINE(24, "ALTER ROUTINE", Level.SCHEMA),
    CREATE_USER(25, "CREATE USER", Level.GLOBAL),
    EVENT(26, "EVENT", Level.SCHEMA),
    TRIGGER(27, "TRIGGER", Level.TABLE),
    CREATE_TABLESPACE(28, "CREATE TABLESPACE", Level.GLOBAL),
    CREATE_ROLE(29, "CREATE ROLE", Level.GLOBAL),
    DROP_ROLE(30, "DROP ROLE", Level.GLOBAL),
    GRANT_OPTION(31, "GRANT OPTION", Level.TABLE),
    APPLICATION_PASSWORD_ADMIN(40, "APPLICATION_PASSWORD_ADMIN", Level.DYNAMIC),
    BACKUP_ADMIN(41, "BACKUP_ADMIN", Level.DYNAMIC),
    CONNECTION_ADMIN(42, "CONNECTION_ADMIN", Level.DYNAMIC),
    FLUSH_STATUS(43, "FLUSH_STATUS", Level.DYNAMIC),
    FLUSH_TABLES(44, "FLUSH_TABLES", Level.DYNAMIC),
    PERSIST_RO_VARIABLES_ADMIN(45, "PERSIST_RO_VARIABLES_ADMIN", Level.DYNAMIC),
    ROLE_ADMIN(46, "ROLE_ADMIN", Level.DYNAMIC),
    SESSION_VARIABLES_ADMIN(47, "SESSION_VARIABLES_ADMIN", Level.DYNAMIC),
    SYSTEM_USER(48, "SYSTEM_USER", Level.DYNAMIC),
    SYSTEM_VARIABLES_ADMIN(49, "SYSTEM_VARIABLES_ADMIN", Level.DYNAMIC);

    /** The smallest thing that a privilege can be granted for. */
    enum Level {
        /** The server only. */
        GLOBAL,
        SCHEMA,
        TABLE,
        COLUMN,
        /** The server only, and named apart from the older ones. */
        DYNAMIC
    }

    private final int number;
    private final String sqlName;
    private final Level level;

    Privilege(int number, String sqlName, Level level) {
        this.number = number;
        this.sqlName = sqlName;
        this.level = level;
    }

    int number() {
        return number;
    }

    /** As GRANT names it. */
    public String sqlName() {
        return sqlName;
    }

    /** As SHOW PRIVILEGES tells where it belongs. */
    public String context() {
        return switch (level) {
            case GLOBAL, DYNAMIC -> "Server Admin";
            case SCHEMA -> "Databases";
            case TABLE, COLUMN -> "Tables";
        };
    }

    boolean isDynamic() {
        return level == Level.DYNAMIC;
    }

    /** Whether it can be granted for such a place. */
    boolean fits(GrantPlace place) {
        return switch (place.level()) {
            case GLOBAL, DYNAMIC -> true;
            case SCHEMA -> level != Level.GLOBAL && level != Level.DYNAMIC;
            case TABLE -> level == Level.TABLE || level == Level.COLUMN;
            case COLUMN -> level == Level.COLUMN;
        };
    }

    /** What ALL stands for at a place; without GRANT OPTION. */
    static Set<Privilege> all(GrantPlace place) {
        EnumSet<Privilege> all = EnumSet.noneOf(Privilege.class);
        for (Privilege privilege : values()) {
            if (privilege != GRANT_OPTION && privilege.fits(place)) {
                all.add(privilege);
            }
        }
        return all;
    }

    static @Nullable Privilege ofName(String name) {
        for (Privilege privilege : values()) {
            if (privilege.sqlName.equals(name)) {
                return privilege;
            }
        }
        return null;
    }

    static @Nullable Privilege ofNumber(int number) {
        for (Privilege privilege : values()) {
            if (privilege.number == number) {
                return privilege;
            }
        }
        return null;
    }
}
