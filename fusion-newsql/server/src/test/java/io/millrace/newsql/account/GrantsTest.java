package io.millrace.newsql.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.mysql.AuthPlugin;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GrantsTest {

    @Test
    void hostsMatchByNameWildcardAndNet() {
        assertThat(new AccountName("u", "localhost").matches("127.0.0.1")).isTrue();
        assertThat(new AccountName("u", "localhost").matches("10.0.0.1")).isFalse();
        assertThat(new AccountName("u", "10.0.%").matches("10.0.7.9")).isTrue();
        assertThat(new AccountName("u", "10.0._.9").matches("10.0.77.9")).isFalse();
        assertThat(new AccountName("u", "192.168.0.0/255.255.0.0").matches("192.168.3.4"))
                .isTrue();
        assertThat(new AccountName("u", "192.168.0.0/24").matches("192.168.3.4"))
                .isFalse();
    }

    @Test
    void theMostSpecificHostComesFirst() {
        assertThat(new AccountName("u", "10.0.0.1")).isLessThan(new AccountName("u", "10.0.%"));
        assertThat(new AccountName("u", "10.0.%")).isLessThan(new AccountName("u", "%"));
        assertThat(new AccountName("u", "%")).isLessThan(new AccountName("", "%"));
    }

    @Test
    void aPrivilegeHoldsForWhatIsWithinItsPlace() {
        Grants grants = Grants.NONE
                .with(GrantPlace.schema("app\\_1"), Set.of(Privilege.SELECT))
                .with(GrantPlace.table("d", "t"), Set.of(Privilege.INSERT))
                .with(new GrantPlace("d", "t", "c"), Set.of(Privilege.SELECT));
        assertThat(grants.holds(Privilege.SELECT, "app_1", "any")).isTrue();
        assertThat(grants.holds(Privilege.SELECT, "appx1", "any")).isFalse();
        assertThat(grants.holds(Privilege.INSERT, "d", "t")).isTrue();
        assertThat(grants.holds(Privilege.SELECT, "d", "t")).isFalse();
        assertThat(grants.holds(Privilege.SELECT, "d", "t", "C")).isTrue();
        assertThat(grants.sees("d")).isTrue();
        assertThat(grants.sees("d", "other")).isFalse();
    }

    @Test
    void whatIsTakenAwayIsGone() {
        Grants all = Grants.everything();
        assertThat(all.without(GrantPlace.SERVER, Set.of(Privilege.DROP)).holds(Privilege.DROP))
                .isFalse();
        assertThat(all.without(GrantPlace.SERVER, Set.of(Privilege.DROP)).holds(Privilege.SELECT))
                .isTrue();
    }

    @Test
    void anAccountComesBackFromItsRecordAsItWas() {
        AccountName role = new AccountName("r", "%");
        Account account = Account.of(new AccountName("üser", "10.%"))
                .withSecret(AuthPlugin.NATIVE_PASSWORD, AuthPlugin.NATIVE_PASSWORD.hash("pw"))
                .withTls(true)
                .withConnectionsMax(7)
                .withComment("of a test")
                .withGrants(Grants.NONE.with(new GrantPlace("d", "t", "c"), Set.of(Privilege.UPDATE)))
                .withRoles(Map.of(role, true), Set.of(role));
        assertThat(AccountRecord.decode(AccountRecord.encode(account))).isEqualTo(account);
    }
}
