package io.millrace.newsql.mysql;

import org.jspecify.annotations.Nullable;

/** How a client proves that it knows an account's password. */
public enum AuthPlugin {
    /** MySQL's default: salted SHA-256 at rest, a digest that is remembered for the next logins. */
    CACHING_SHA2_PASSWORD("caching_sha2_password"),
    /** What older clients know: SHA-1 twice. */
    NATIVE_PASSWORD("mysql_native_password");

    private final String wireName;

    AuthPlugin(String wireName) {
        this.wireName = wireName;
    }

    /** MySQL's name of it. */
    public String wireName() {
        return wireName;
    }

    /** The plugin of a name, or null. */
    public static @Nullable AuthPlugin ofName(String name) {
        for (AuthPlugin plugin : values()) {
            if (plugin.wireName.equals(name)) {
                return plugin;
            }
        }
        return null;
    }
}
