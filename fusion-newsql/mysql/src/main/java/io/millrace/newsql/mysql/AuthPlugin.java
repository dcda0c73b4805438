package io.millrace.newsql.mysql;

import io.millrace.newsql.mysql.auth.PasswordHash;
import java.nio.charset.StandardCharsets;
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

    /** What is stored of a password, for {@link AccountSecret#authenticationString}; with a fresh salt where the plugin has one. Empty for an empty password. */
    public String hash(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        return this == NATIVE_PASSWORD ? PasswordHash.nativePassword(bytes) : PasswordHash.cachingSha2(bytes);
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
