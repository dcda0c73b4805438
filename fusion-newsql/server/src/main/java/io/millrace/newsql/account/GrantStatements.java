package io.millrace.newsql.account;

import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** GRANT and REVOKE of privileges and of roles. One thread. */
final class GrantStatements {

    /** Marks an item that gives nothing. */
    private static final List<String> USAGE = List.of("USAGE");

    private final Accounts accounts;
    private final Access access;
    private final AccountStatements.Session session;

    GrantStatements(Accounts accounts, Access access, AccountStatements.Session session) {
        this.accounts = accounts;
        this.access = access;
        this.session = session;
    }

    /** One item of a list of privileges. @param privilege null for ALL. @param columns none for the whole place */
    private record Item(@Nullable Privilege privilege, List<String> columns) {}

    /** Whether ON comes before the end of the list: then privileges are meant, else roles. */
    private static boolean isAboutPrivileges(StatementReader in, String end) {
        int from = in.at();
        boolean found = false;
        while (!in.isAtEnd() && !in.sees(end)) {
            found |= in.sees("ON");
            in.next();
        }
        in.moveTo(from);
        return found;
    }

    void grant(StatementReader in, AccountReader reader) {
        if (in.sees("PROXY")) {
            throw SqlErrors.unsupported("GRANT PROXY");
        }
        if (!isAboutPrivileges(in, "TO")) {
            grantRoles(in, reader);
            return;
        }
        List<Item> items = items(in);
        in.expect("ON");
        GrantPlace place = place(in);
        in.expect("TO");
        List<AccountName> names = reader.names();
        boolean passOn = in.take("WITH", "GRANT", "OPTION");
        if (in.sees("AS")) {
            throw SqlErrors.unsupported("GRANT … AS");
        }
        in.expectEnd();
        Map<GrantPlace, Set<Privilege>> given = places(items, place);
        check(given, place);
        if (passOn) {
            given.computeIfAbsent(place, each -> EnumSet.noneOf(Privilege.class))
                    .add(Privilege.GRANT_OPTION);
        }
        requireTable(place, given);
        List<Account> changed = new ArrayList<>();
        for (AccountName name : names) {
            Account account = accounts.find(name);
            if (account == null) {
                throw SqlErrors.of(1410, "42000", "You are not allowed to create a user with GRANT");
            }
            changed.add(account.withGrants(account.grants().and(new Grants(given))));
        }
        session.commit();
        accounts.change(changed, List.of());
    }

    void revoke(StatementReader in, AccountReader reader) {
        boolean ifExists = in.take("IF", "EXISTS");
        if (in.sees("ALL", "PRIVILEGES", ",", "GRANT") || in.sees("ALL", ",") || in.sees("ALL", "PRIVILEGES")) {
            int from = in.at();
            in.take("ALL");
            in.take("PRIVILEGES");
            if (in.takeSymbol(",")) {
                in.expect("GRANT", "OPTION");
                in.expect("FROM");
                revokeEverything(in, reader, ifExists);
                return;
            }
            in.moveTo(from);
        }
        if (!isAboutPrivileges(in, "FROM")) {
            revokeRoles(in, reader, ifExists);
            return;
        }
        List<Item> items = items(in);
        in.expect("ON");
        GrantPlace place = place(in);
        in.expect("FROM");
        List<AccountName> names = reader.names();
        boolean ignoreUnknown = in.take("IGNORE", "UNKNOWN", "USER");
        in.expectEnd();
        Map<GrantPlace, Set<Privilege>> taken = places(items, place);
        check(taken, place);
        List<Account> changed = new ArrayList<>();
        for (AccountName name : names) {
            Account account = find(name, ignoreUnknown || ifExists);
            if (account != null) {
                changed.add(account.withGrants(without(account, taken)));
            }
        }
        session.commit();
        accounts.change(changed, List.of());
    }

    private void revokeEverything(StatementReader in, AccountReader reader, boolean ifExists) {
        access.require(Privilege.CREATE_USER);
        List<Account> changed = new ArrayList<>();
        for (AccountName name : reader.names()) {
            Account account = find(name, ifExists);
            if (account != null) {
                changed.add(account.withGrants(Grants.NONE));
            }
        }
        in.expectEnd();
        session.commit();
        accounts.change(changed, List.of());
    }

    private @Nullable Account find(AccountName name, boolean forgiving) {
        Account account = accounts.find(name);
        if (account == null) {
            if (!forgiving) {
                throw SqlErrors.of(1269, "HY000", "Can't revoke all privileges for one or more of the requested users");
            }
            session.note(3162, "Authorization ID " + name.shown() + " does not exist.");
        }
        return account;
    }

    /** What is not granted there is an error: nobody is to believe that it was taken away. */
    private static Grants without(Account account, Map<GrantPlace, Set<Privilege>> taken) {
        Grants rest = account.grants();
        for (Map.Entry<GrantPlace, Set<Privilege>> each : taken.entrySet()) {
            boolean isServer = each.getKey().schema() == null;
            if (!isServer && !rest.places().containsKey(each.getKey())) {
                throw noSuchGrant(account.name(), each.getKey());
            }
            rest = rest.without(each.getKey(), each.getValue());
        }
        return rest;
    }

    private static io.millrace.newsql.mysql.SqlException noSuchGrant(AccountName name, GrantPlace place) {
        return place.table() == null
                ? SqlErrors.of(
                        1141,
                        "42000",
                        "There is no such grant defined for user '" + name.user() + "' on host '" + name.host() + "'")
                : SqlErrors.of(
                        1147,
                        "42000",
                        "There is no such grant defined for user '" + name.user() + "' on host '" + name.host()
                                + "' on table '" + place.table() + "'");
    }

    // ---- the list ----

    private static List<Item> items(StatementReader in) {
        List<Item> items = new ArrayList<>();
        do {
            items.add(item(in));
        } while (in.takeSymbol(","));
        return items;
    }

    private static Item item(StatementReader in) {
        if (in.take("ALL")) {
            in.take("PRIVILEGES");
            return new Item(null, List.of());
        }
        StringBuilder words = new StringBuilder();
        int from = in.at();
        while (!in.isAtEnd() && !in.sees("ON") && !in.seesSymbol(",") && !in.seesSymbol("(")) {
            words.append(words.isEmpty() ? "" : " ").append(in.nameOrString().toUpperCase(Locale.ROOT));
        }
        String name = words.toString();
        Privilege privilege = Privilege.ofName(name);
        List<String> columns = new ArrayList<>();
        if (in.takeSymbol("(")) {
            do {
                columns.add(in.name());
            } while (in.takeSymbol(","));
            in.expectSymbol(")");
        }
        if (name.equals("USAGE")) {
            return new Item(Privilege.GRANT_OPTION, USAGE);
        }
        if (privilege == null) {
            in.moveTo(from);
            throw in.error();
        }
        return new Item(privilege, columns);
    }

    private GrantPlace place(StatementReader in) {
        if (in.seesOneOf("FUNCTION", "PROCEDURE")) {
            throw SqlErrors.unsupported("GRANT ON " + in.word());
        }
        in.take("TABLE");
        if (in.takeSymbol("*")) {
            if (in.takeSymbol(".")) {
                in.expectSymbol("*");
                return GrantPlace.SERVER;
            }
            return GrantPlace.schema(session.schemaOrFail());
        }
        String first = in.name();
        if (!in.takeSymbol(".")) {
            return GrantPlace.table(session.schemaOrFail(), first);
        }
        return in.takeSymbol("*") ? GrantPlace.schema(first) : GrantPlace.table(first, in.name());
    }

    private static Map<GrantPlace, Set<Privilege>> places(List<Item> items, GrantPlace place) {
        Map<GrantPlace, Set<Privilege>> places = new TreeMap<>();
        places.put(place, EnumSet.noneOf(Privilege.class));
        for (Item item : items) {
            Privilege privilege = item.privilege();
            if (item.columns().equals(USAGE)) {
                continue;
            }
            if (privilege == null) {
                add(places, place, Privilege.all(place));
            } else if (item.columns().isEmpty()) {
                add(places, place, Set.of(privilege));
            } else if (place.table() == null) {
                throw illegal();
            } else {
                item.columns()
                        .forEach(column ->
                                add(places, new GrantPlace(place.schema(), place.table(), column), Set.of(privilege)));
            }
        }
        return places;
    }

    private static void add(Map<GrantPlace, Set<Privilege>> places, GrantPlace place, Set<Privilege> more) {
        places.computeIfAbsent(place, each -> EnumSet.noneOf(Privilege.class)).addAll(more);
    }

    /** Nobody gives or takes what he has not, or may not pass on. */
    private void check(Map<GrantPlace, Set<Privilege>> places, GrantPlace of) {
        for (Map.Entry<GrantPlace, Set<Privilege>> each : places.entrySet()) {
            for (Privilege privilege : each.getValue()) {
                if (!privilege.fits(each.getKey())) {
                    throw of.schema() != null && of.table() == null
                            ? SqlErrors.of(1221, "HY000", "Incorrect usage of DB GRANT and GLOBAL PRIVILEGES")
                            : illegal();
                }
                if (!mayPass(privilege, of)) {
                    throw denied(of);
                }
            }
        }
        if (!mayPass(Privilege.GRANT_OPTION, of)) {
            throw denied(of);
        }
    }

    private boolean mayPass(Privilege privilege, GrantPlace place) {
        if (place.schema() == null) {
            return access.holds(privilege) && access.holds(Privilege.GRANT_OPTION);
        }
        if (place.table() == null) {
            return access.holds(privilege, place.schema()) && access.holds(Privilege.GRANT_OPTION, place.schema());
        }
        return access.holds(privilege, place.schema(), place.table())
                && access.holds(Privilege.GRANT_OPTION, place.schema(), place.table());
    }

    private io.millrace.newsql.mysql.SqlException denied(GrantPlace place) {
        if (place.schema() == null) {
            return SqlErrors.of(
                    1045, "28000", "Access denied for user " + access.name().shown() + " (using password: YES)");
        }
        return place.table() == null
                ? SqlErrors.of(
                        1044,
                        "42000",
                        "Access denied for user " + access.name().shown() + " to database '" + place.schema() + "'")
                : access.tableDenied("GRANT", place.table());
    }

    private static io.millrace.newsql.mysql.SqlException illegal() {
        return SqlErrors.of(
                1144,
                "42000",
                "Illegal GRANT/REVOKE command; please consult the manual to see which privileges can be used");
    }

    private void requireTable(GrantPlace place, Map<GrantPlace, Set<Privilege>> given) {
        if (place.schema() == null || place.table() == null) {
            return;
        }
        boolean makes = given.getOrDefault(place, Set.of()).contains(Privilege.CREATE);
        if (!makes && !session.hasTable(place.schema(), place.table())) {
            throw SqlErrors.unknownTable(place.schema(), place.table());
        }
        for (GrantPlace each : given.keySet()) {
            if (each.column() != null && !session.hasColumn(place.schema(), place.table(), each.column())) {
                throw SqlErrors.of(1054, "42S22", "Unknown column '" + each.column() + "' in '" + place.table() + "'");
            }
        }
    }

    // ---- roles ----

    private void grantRoles(StatementReader in, AccountReader reader) {
        List<AccountName> roles = reader.names();
        in.expect("TO");
        List<AccountName> names = reader.names();
        boolean admin = in.take("WITH", "ADMIN", "OPTION");
        in.expectEnd();
        requireAdmin(roles);
        for (AccountName role : roles) {
            if (accounts.find(role) == null) {
                throw SqlErrors.of(3523, "HY000", "Unknown authorization ID " + role.quoted());
            }
        }
        List<Account> changed = new ArrayList<>();
        for (AccountName name : names) {
            Account account = known(name);
            Map<AccountName, Boolean> more = new TreeMap<>(account.roles());
            for (AccountName role : roles) {
                if (reaches(role, name)) {
                    throw SqlErrors.of(
                            4027,
                            "HY000",
                            "User account " + name.quoted() + " is directly or indirectly granted to the role "
                                    + role.quoted() + ". The GRANT would create a loop");
                }
                more.merge(role, admin, Boolean::logicalOr);
            }
            changed.add(account.withRoles(more, account.defaultRoles()));
        }
        session.commit();
        accounts.change(changed, List.of());
    }

    private void revokeRoles(StatementReader in, AccountReader reader, boolean ifExists) {
        List<AccountName> roles = reader.names();
        in.expect("FROM");
        List<AccountName> names = reader.names();
        boolean ignoreUnknown = in.take("IGNORE", "UNKNOWN", "USER");
        in.expectEnd();
        requireAdmin(roles);
        List<Account> changed = new ArrayList<>();
        for (AccountName name : names) {
            Account account = ifExists || ignoreUnknown ? find(name, true) : known(name);
            if (account != null) {
                Map<AccountName, Boolean> rest = new TreeMap<>(account.roles());
                rest.keySet().removeAll(Set.copyOf(roles));
                changed.add(account.withRoles(rest, account.defaultRoles()));
            }
        }
        session.commit();
        accounts.change(changed, List.of());
    }

    private Account known(AccountName name) {
        Account account = accounts.find(name);
        if (account == null) {
            throw SqlErrors.of(3523, "HY000", "Unknown authorization ID " + name.quoted());
        }
        return account;
    }

    /** Roles are passed on by administrators, and by those who got them WITH ADMIN OPTION. */
    private void requireAdmin(List<AccountName> roles) {
        Account own = accounts.find(access.name());
        boolean all = own != null && roles.stream().allMatch(role -> own.roles().getOrDefault(role, false));
        if (!all) {
            access.require(Privilege.SUPER, Privilege.ROLE_ADMIN);
        }
    }

    /** Whether a role is the account, or has it as a role. */
    private boolean reaches(AccountName role, AccountName wanted) {
        Set<AccountName> seen = new TreeSet<>();
        List<AccountName> open = new ArrayList<>(List.of(role));
        while (!open.isEmpty()) {
            AccountName next = open.remove(open.size() - 1);
            if (next.equals(wanted)) {
                return true;
            }
            Account account = accounts.find(next);
            if (account != null && seen.add(next)) {
                open.addAll(account.roles().keySet());
            }
        }
        return false;
    }
}
