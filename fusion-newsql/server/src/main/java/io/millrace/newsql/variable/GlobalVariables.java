package io.millrace.newsql.variable;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The values of all variables for the server, and those of SET PERSIST: records {@code V ‹name›} of the catalog's key space, a byte for the kind and the value's text.
 *
 * <p><b>Threads.</b> Safe. <b>Durability.</b> What was persisted is on the device when the call returns, and is there at the next start.
 */
public final class GlobalVariables {

    private static final byte FIRST = 'V';

    private final OrderedStore store;
    private final Map<String, Literal> persisted = new TreeMap<>();
    private volatile Literal[] values;

    private GlobalVariables(OrderedStore store) {
        this.store = store;
        this.values =
                SystemVariables.all().stream().map(SystemVariable::initial).toArray(Literal[]::new);
    }

    /** Variables as they begin, with what was persisted; a persisted one that is no more is left out. */
    public static GlobalVariables open(OrderedStore store) {
        GlobalVariables globals = new GlobalVariables(store);
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor =
                        snapshot.scan(KeySpace.CATALOG, new byte[] {FIRST}, new byte[] {FIRST + 1}, false)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                String name = new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
                SystemVariable variable = SystemVariables.find(name);
                if (variable != null) {
                    Literal value = decode(cursor.value());
                    globals.persisted.put(name, value);
                    globals.set(variable, variable.type().check(name, value, WarningSink.NONE));
                }
            }
        }
        return globals;
    }

    public Literal get(SystemVariable variable) {
        return values[variable.index()];
    }

    /** What a session begins with: a copy. */
    Literal[] snapshot() {
        return values.clone();
    }

    /** @param value checked */
    public synchronized void set(SystemVariable variable, Literal value) {
        Literal[] changed = values.clone();
        changed[variable.index()] = value;
        values = changed;
    }

    public synchronized void persist(SystemVariable variable, Literal value) {
        commit(new StoreBatch().put(KeySpace.CATALOG, key(variable.name()), encode(value)));
        persisted.put(variable.name(), value);
    }

    /** RESET PERSIST. @param name null for all. @throws io.millrace.newsql.mysql.SqlException 3615 if the variable was not persisted */
    public synchronized void forget(@Nullable String name, boolean ifExists, WarningSink warnings) {
        if (name != null && !persisted.containsKey(name)) {
            String message = "Variable " + name + " does not exist in persisted config file";
            if (!ifExists) {
                throw SqlErrors.of(3615, "HY000", message);
            }
            warnings.warn(3615, message);
            return;
        }
        StoreBatch batch = new StoreBatch();
        List<String> gone = name == null ? List.copyOf(persisted.keySet()) : List.of(name);
        gone.forEach(each -> batch.delete(KeySpace.CATALOG, key(each)));
        if (!gone.isEmpty()) {
            commit(batch);
        }
        gone.forEach(persisted::remove);
    }

    /** What SET PERSIST has kept, by name. */
    public synchronized Map<String, Literal> persisted() {
        return new TreeMap<>(persisted);
    }

    private void commit(StoreBatch batch) {
        try {
            store.commit(batch).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw SqlErrors.of(1026, "HY000", "Error writing the variables: " + e.getCause());
        }
    }

    private static byte[] key(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        byte[] key = new byte[text.length + 1];
        key[0] = FIRST;
        System.arraycopy(text, 0, key, 1, text.length);
        return key;
    }

    private static byte[] encode(Literal value) {
        String kind = value.value() == null
                ? "n"
                : value.value() instanceof Long
                        ? value.type().unsigned() ? "u" : "l"
                        : value.value() instanceof Double ? "d" : "t";
        return (kind + (value.value() == null ? "" : value.value())).getBytes(StandardCharsets.UTF_8);
    }

    private static Literal decode(byte[] bytes) {
        String text = new String(Arrays.copyOfRange(bytes, 1, bytes.length), StandardCharsets.UTF_8);
        return switch (bytes[0]) {
            case 'n' -> Literal.NULL;
            case 'u' -> new Literal(SqlType.UNSIGNED, Long.parseLong(text));
            case 'l' -> Literal.of(Long.parseLong(text));
            case 'd' -> Literal.of(Double.parseDouble(text));
            default -> Literal.of(text);
        };
    }
}
