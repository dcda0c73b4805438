package io.millrace.newsql.mysql.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.mysql.AuthPlugin;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PasswordHashTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As glibc and OpenSSL compute them; they cut salts after 16 characters, which none of these is longer than. */
    @Test
    void shaCryptGivesThePapersDigests() {
        assertThat(Sha256Crypt.hash(bytes("Hello world!"), bytes("saltstring"), 5000))
                .isEqualTo("5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5");
        assertThat(Sha256Crypt.hash(bytes("Hello world!"), bytes("saltstringsaltst"), 10_000))
                .isEqualTo("3xv.VbSHBb41AL9AvLeujZkZRBAwqFMz2.opqey6IcA");
        assertThat(Sha256Crypt.hash(
                        bytes("we have a short salt string but not a short password"), bytes("short"), 77_777))
                .isEqualTo("JiO1O3ZpDAxGJeaDIuqCoEFysAe1mZNJRs3pw0KQRd/");
    }

    @Test
    void aHashKnowsItsPasswordAndNoOther() {
        String stored = PasswordHash.cachingSha2(bytes("pä$$"));
        assertThat(stored).startsWith("$A$005$").hasSize(70);
        assertThat(PasswordHash.isCachingSha2(bytes("pä$$"), stored)).isTrue();
        assertThat(PasswordHash.isCachingSha2(bytes("pä$"), stored)).isFalse();
        assertThat(PasswordHash.isCachingSha2(bytes("pä$$"), stored.substring(1)))
                .isFalse();
        assertThat(PasswordHash.isCachingSha2(bytes("pä$$"), "$A$0Z5$" + stored.substring(7)))
                .isFalse();
        assertThat(PasswordHash.cachingSha2(bytes("pä$$"))).isNotEqualTo(stored);
        assertThat(PasswordHash.cachingSha2(new byte[0])).isEmpty();
    }

    @Test
    void theOldHashIsThatOfThePasswordFunction() {
        // SELECT PASSWORD('mypass') in MySQL's manual, "Password Hashing in MySQL"
        assertThat(AuthPlugin.NATIVE_PASSWORD.hash("mypass")).isEqualTo("*6C8989366EAF75BB670AD8EA7A7FC1176A95CEF4");
    }

    @Test
    void aMalformedStoredHashProvesNothing() {
        byte[] scramble = Scramble.random();
        assertThat(PasswordHash.provesNative(new byte[20], scramble, "")).isFalse();
        assertThat(PasswordHash.provesNative(new byte[20], scramble, "*" + "Z".repeat(40)))
                .isFalse();
        assertThat(PasswordHash.provesNative(new byte[19], scramble, "*" + "0".repeat(40)))
                .isFalse();
        assertThat(PasswordHash.provesSha2(new byte[31], scramble, new byte[32]))
                .isFalse();
    }

    @Test
    void aScrambleHasNeitherZeroNorDollar() {
        for (int i = 0; i < 1000; i++) {
            assertThat(Scramble.random()).hasSize(20).doesNotContain(0, '$');
        }
    }
}
