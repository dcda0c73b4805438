package io.millrace.newsql.account;

import io.millrace.newsql.mysql.AuthPlugin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Accounts in the catalog's key space.
 *
 * <pre>
 *  key    U ‹user› 00 ‹host›
 *  value  01 | user | host | plugin | secret | flags: 1 locked, 2 TLS | connections: 8 | comment
 *            | places: 4, each schema? table? column? privileges: 2 × number: 2
 *            | roles: 4, each user host admin: 1 | default roles: 4, each user host
 * </pre>
 *
 * A text is its length in two bytes and UTF-8; one with {@code ?} has a byte before it that says whether it is there.
 */
final class AccountRecord {

    static final byte FIRST = 'U';
    private static final int VERSION = 1;
    private static final int LOCKED = 1;
    private static final int TLS = 2;

    private AccountRecord() {}

    static byte[] key(AccountName name) {
        return ("U" + name.user() + "\0" + name.host()).getBytes(StandardCharsets.UTF_8);
    }

    static byte[] encode(Account account) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(out, account.name());
            out.writeUTF(account.plugin().wireName());
            out.writeUTF(account.secret());
            out.writeByte((account.isLocked() ? LOCKED : 0) | (account.requiresTls() ? TLS : 0));
            out.writeLong(account.connectionsMax());
            out.writeUTF(account.comment());
            writeGrants(out, account.grants());
            out.writeInt(account.roles().size());
            for (Map.Entry<AccountName, Boolean> role : account.roles().entrySet()) {
                write(out, role.getKey());
                out.writeBoolean(role.getValue());
            }
            out.writeInt(account.defaultRoles().size());
            for (AccountName role : account.defaultRoles()) {
                write(out, role);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("account too large: " + account, e);
        }
        return bytes.toByteArray();
    }

    private static void writeGrants(DataOutputStream out, Grants grants) throws IOException {
        out.writeInt(grants.places().size());
        for (Map.Entry<GrantPlace, Set<Privilege>> each : grants.places().entrySet()) {
            writeOptional(out, each.getKey().schema());
            writeOptional(out, each.getKey().table());
            writeOptional(out, each.getKey().column());
            out.writeShort(each.getValue().size());
            for (Privilege privilege : each.getValue()) {
                out.writeShort(privilege.number());
            }
        }
    }

    private static void write(DataOutputStream out, AccountName name) throws IOException {
        out.writeUTF(name.user());
        out.writeUTF(name.host());
    }

    private static void writeOptional(DataOutputStream out, @Nullable String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text);
        }
    }

    /** @throws IllegalStateException if it is no record of an account */
    static Account decode(byte[] value) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalStateException(
                        "account's record: version=" + version + " (expected: " + VERSION + ")");
            }
            AccountName name = readName(in);
            String wireName = in.readUTF();
            AuthPlugin plugin = Objects.requireNonNull(AuthPlugin.ofName(wireName), wireName);
            String secret = in.readUTF();
            int flags = in.readByte();
            long connectionsMax = in.readLong();
            String comment = in.readUTF();
            Grants grants = readGrants(in);
            Map<AccountName, Boolean> roles = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                AccountName role = readName(in);
                roles.put(role, in.readBoolean());
            }
            Set<AccountName> defaults = new TreeSet<>();
            for (int left = in.readInt(); left > 0; left--) {
                defaults.add(readName(in));
            }
            return new Account(
                    name,
                    plugin,
                    secret,
                    (flags & LOCKED) != 0,
                    (flags & TLS) != 0,
                    connectionsMax,
                    comment,
                    grants,
                    roles,
                    defaults);
        } catch (IOException e) {
            throw new IllegalStateException("account's record is cut off: bytes=" + value.length, e);
        }
    }

    private static Grants readGrants(DataInputStream in) throws IOException {
        Map<GrantPlace, Set<Privilege>> places = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            GrantPlace place = new GrantPlace(readOptional(in), readOptional(in), readOptional(in));
            EnumSet<Privilege> privileges = EnumSet.noneOf(Privilege.class);
            for (int more = in.readUnsignedShort(); more > 0; more--) {
                Privilege privilege = Privilege.ofNumber(in.readUnsignedShort());
                if (privilege != null) {
                    privileges.add(privilege);
                }
            }
            places.put(place, privileges);
        }
        return new Grants(places);
    }

    private static AccountName readName(DataInputStream in) throws IOException {
        String user = in.readUTF();
        return new AccountName(user, in.readUTF());
    }

    private static @Nullable String readOptional(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }
}
