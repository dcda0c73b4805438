package io.millrace.newsql.account;

import io.millrace.newsql.catalog.CatalogRecords;
import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.type.SqlErrors;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All accounts and roles: records in the store, and an immutable picture of them that is swapped at each change.
 *
 * <p><b>Threads.</b> Safe; changes come one after the other. <b>Durability.</b> A change has returned when it is on the device.
 */
public final class Accounts {

    public static final AccountName ROOT = new AccountName("root", AccountName.LOCALHOST);

    /** All at one version. */
    record Picture(long version, Map<AccountName, Account> accounts) {}

    private final OrderedStore store;
    private final LongSupplier transactions;
    private volatile Picture picture;

    private Accounts(OrderedStore store, LongSupplier transactions, Picture picture) {
        this.store = store;
        this.transactions = transactions;
        this.picture = picture;
    }

    /**
     * Reads the accounts of a store. A store without any gets {@code root@localhost}, without a password, with every privilege.
     *
     * @param transactions numbers for those that change them
     */
    public static Accounts open(OrderedStore store, LongSupplier transactions) {
        Map<AccountName, Account> found = new TreeMap<>();
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor = snapshot.scan(
                        KeySpace.CATALOG,
                        new byte[] {AccountRecord.FIRST},
                        new byte[] {AccountRecord.FIRST + 1},
                        false)) {
            while (cursor.next()) {
                Account account = AccountRecord.decode(cursor.value());
                found.put(account.name(), account);
            }
        }
        Accounts accounts = new Accounts(store, transactions, new Picture(1, Collections.unmodifiableMap(found)));
        if (found.isEmpty()) {
            accounts.change(List.of(Account.of(ROOT).withGrants(Grants.everything())), List.of());
        }
        return accounts;
    }

    /** Counts the changes since the server started. */
    public long version() {
        return picture.version();
    }

    /** The most specific account that a user of an address logs in to; null if there is none. */
    public @Nullable AccountSecret findSecret(String user, String address) {
        for (Account account : picture.accounts().values()) {
            boolean meant =
                    account.name().user().isEmpty() || account.name().user().equals(user);
            if (meant && account.name().matches(address)) {
                return account.toSecret();
            }
        }
        return null;
    }

    public @Nullable Account find(AccountName name) {
        return picture.accounts().get(name);
    }

    /** The most specific first. */
    public Collection<Account> all() {
        return picture.accounts().values();
    }

    Picture picture() {
        return picture;
    }

    /** Whether anybody may log in as an administrator of this machine without a password. */
    public boolean isRootOpen() {
        return all().stream()
                .anyMatch(account ->
                        account.name().user().equals(ROOT.user()) && !account.hasPassword() && !account.isLocked());
    }

    /** Sets root's password where it has none, and lets root in from everywhere with the same one; does nothing if root has one. */
    public void setInitialRootPassword(String password) {
        Account root = find(ROOT);
        if (root == null || root.hasPassword() || password.isEmpty()) {
            return;
        }
        Account secured = root.withSecret(root.plugin(), root.plugin().hash(password));
        change(List.of(secured, secured.withName(new AccountName(ROOT.user(), AccountName.ANY_HOST))), List.of());
    }

    /** Puts and removes accounts, all or none. */
    synchronized void change(Collection<Account> put, Collection<AccountName> removed) {
        StoreBatch batch = new StoreBatch();
        Map<AccountName, Account> changed = new TreeMap<>(picture.accounts());
        for (AccountName name : removed) {
            batch.delete(KeySpace.CATALOG, AccountRecord.key(name));
            changed.remove(name);
        }
        for (Account account : put) {
            batch.put(KeySpace.CATALOG, AccountRecord.key(account.name()), AccountRecord.encode(account));
            changed.put(account.name(), account);
        }
        try {
            CatalogRecords.commit(store, batch, transactions.getAsLong())
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw SqlErrors.of(1026, "HY000", "Error writing the accounts: " + e.getCause());
        }
        picture = new Picture(picture.version() + 1, Collections.unmodifiableMap(changed));
    }
}
