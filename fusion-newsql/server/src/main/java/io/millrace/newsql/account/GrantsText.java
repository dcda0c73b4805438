package io.millrace.newsql.account;

import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** An account's privileges as SHOW GRANTS prints them. */
public final class GrantsText {

    private GrantsText() {}

    /** @param roles whose privileges are shown too: those of USING, or the session's own. @throws io.millrace.newsql.mysql.SqlException 1141 for an unknown account */
    public static List<String> of(Accounts accounts, AccountName name, Set<AccountName> roles) {
        Account account = accounts.find(name);
        if (account == null) {
            throw SqlErrors.of(
                    1141,
                    "42000",
                    "There is no such grant defined for user '" + name.user() + "' on host '" + name.host() + "'");
        }
        Grants grants = account.grants();
        Set<AccountName> seen = new TreeSet<>();
        for (AccountName role : roles) {
            grants = grants.and(Access.ofRole(accounts.picture(), role, seen, 0));
        }
        String to = " TO " + name.quoted();
        List<String> lines = new ArrayList<>(server(grants.at(GrantPlace.SERVER), to));
        byTable(grants).forEach((place, parts) -> lines.add(line(place, parts, to)));
        roles(account, to, lines);
        return lines;
    }

    private static List<String> server(Set<Privilege> held, String to) {
        EnumSet<Privilege> older = EnumSet.noneOf(Privilege.class);
        EnumSet<Privilege> dynamic = EnumSet.noneOf(Privilege.class);
        held.forEach(privilege -> (privilege.isDynamic() ? dynamic : older).add(privilege));
        boolean passOn = older.remove(Privilege.GRANT_OPTION);
        List<String> lines = new ArrayList<>();
        lines.add("GRANT " + (older.isEmpty() ? "USAGE" : names(older)) + " ON *.*" + to + option(passOn));
        if (!dynamic.isEmpty()) {
            lines.add("GRANT " + names(dynamic).replace(", ", ",") + " ON *.*" + to + option(passOn));
        }
        return lines;
    }

    /** Columns belong to the line of their table. */
    private static Map<GrantPlace, Map<GrantPlace, Set<Privilege>>> byTable(Grants grants) {
        Map<GrantPlace, Map<GrantPlace, Set<Privilege>>> tables = new TreeMap<>();
        grants.places().forEach((place, privileges) -> {
            if (place.schema() != null) {
                tables.computeIfAbsent(new GrantPlace(place.schema(), place.table(), null), each -> new TreeMap<>())
                        .put(place, privileges);
            }
        });
        return tables;
    }

    private static String line(GrantPlace place, Map<GrantPlace, Set<Privilege>> parts, String to) {
        EnumSet<Privilege> whole = EnumSet.noneOf(Privilege.class);
        Map<Privilege, List<String>> columns = new TreeMap<>();
        parts.forEach((each, privileges) -> {
            String column = each.column();
            if (column == null) {
                whole.addAll(privileges);
            } else {
                privileges.forEach(privilege -> columns.computeIfAbsent(privilege, key -> new ArrayList<>())
                        .add(GrantPlace.quote(column)));
            }
        });
        boolean passOn = whole.remove(Privilege.GRANT_OPTION);
        List<String> names = new ArrayList<>();
        if (whole.equals(Privilege.all(place))) {
            names.add("ALL PRIVILEGES");
        } else {
            whole.forEach(privilege -> names.add(privilege.sqlName()));
        }
        columns.forEach((privilege, list) -> names.add(privilege.sqlName() + " (" + String.join(", ", list) + ")"));
        return "GRANT " + (names.isEmpty() ? "USAGE" : String.join(", ", names)) + " ON " + place.shown() + to
                + option(passOn);
    }

    private static void roles(Account account, String to, List<String> lines) {
        for (boolean admin : new boolean[] {false, true}) {
            String names = account.roles().entrySet().stream()
                    .filter(role -> role.getValue() == admin)
                    .map(role -> role.getKey().quoted())
                    .collect(Collectors.joining(","));
            if (!names.isEmpty()) {
                lines.add("GRANT " + names + to + (admin ? " WITH ADMIN OPTION" : ""));
            }
        }
    }

    /** As SHOW CREATE USER prints it. @throws io.millrace.newsql.mysql.SqlException 1396 for an unknown account */
    public static String create(Accounts accounts, AccountName name) {
        Account account = accounts.find(name);
        if (account == null) {
            throw SqlErrors.of(1396, "HY000", "Operation SHOW CREATE USER failed for " + name.shown());
        }
        String limit = account.connectionsMax() == 0 ? "" : " WITH MAX_USER_CONNECTIONS " + account.connectionsMax();
        return "CREATE USER " + name.quoted() + " IDENTIFIED WITH '"
                + account.plugin().wireName() + "'"
                + (account.hasPassword()
                        ? " AS '" + account.secret().replace("\\", "\\\\").replace("'", "''") + "'"
                        : "")
                + (account.defaultRoles().isEmpty()
                        ? ""
                        : " DEFAULT ROLE "
                                + account.defaultRoles().stream()
                                        .map(AccountName::quoted)
                                        .collect(Collectors.joining(",")))
                + " REQUIRE " + (account.requiresTls() ? "SSL" : "NONE") + limit
                + " PASSWORD EXPIRE DEFAULT ACCOUNT " + (account.isLocked() ? "LOCK" : "UNLOCK")
                + " PASSWORD HISTORY DEFAULT PASSWORD REUSE INTERVAL DEFAULT PASSWORD REQUIRE CURRENT DEFAULT"
                + (account.comment().isEmpty()
                        ? ""
                        : " COMMENT '" + account.comment().replace("'", "''") + "'");
    }

    private static String names(Set<Privilege> privileges) {
        return privileges.stream().map(Privilege::sqlName).collect(Collectors.joining(", "));
    }

    private static String option(boolean passOn) {
        return passOn ? " WITH GRANT OPTION" : "";
    }
}
