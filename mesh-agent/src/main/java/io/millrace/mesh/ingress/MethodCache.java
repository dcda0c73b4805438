package io.millrace.mesh.ingress;

import io.millrace.mesh.ingress.FormFields.Field;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Knows methods by the raw bytes of their names in a form, so that the second call of a method decodes nothing.
 *
 * <p>Direct-mapped: a name that falls on a taken place replaces what stood there, so the cache is bounded and never needs a sweep.
 *
 * <p><b>Threads</b>: one event loop.
 */
final class MethodCache {
    /** Far more methods than one agent's callers use; a clash costs a decoding, nothing else. */
    private static final int PLACES = 1024;

    private static final Field[] KEY = {Field.INTERFACE, Field.METHOD, Field.TYPES, Field.GROUP, Field.VERSION};

    private final @Nullable Entry[] entries = new Entry[PLACES];

    /** The method that these fields name, or null if it is not known. */
    @Nullable
    CallableMethod find(FormFields form) {
        Entry entry = entries[placeOf(form)];
        return entry != null && entry.matches(form) ? entry.method : null;
    }

    void put(FormFields form, CallableMethod method) {
        entries[placeOf(form)] = new Entry(form, method);
    }

    /** Forgets every method of a route that has ended. */
    void forget(Route route) {
        for (int i = 0; i < PLACES; i++) {
            Entry entry = entries[i];
            if (entry != null && entry.method.route() == route) {
                entries[i] = null;
            }
        }
    }

    private static int placeOf(FormFields form) {
        int hash = 0;
        byte[] in = form.bytes();
        for (Field field : KEY) {
            int length = form.length(field);
            hash = hash * 31 + length;
            // Names of one package differ at their ends.
            int end = form.start(field) + length;
            for (int i = Math.max(form.start(field), end - 8); i < end; i++) {
                hash = hash * 31 + in[i];
            }
        }
        hash ^= hash >>> 16;
        return (hash ^ hash >>> 10) & (PLACES - 1);
    }

    private static final class Entry {
        private final byte[][] names = new byte[KEY.length][];
        private final CallableMethod method;

        Entry(FormFields form, CallableMethod method) {
            this.method = method;
            for (int i = 0; i < KEY.length; i++) {
                int start = Math.max(0, form.start(KEY[i]));
                names[i] = Arrays.copyOfRange(form.bytes(), start, start + form.length(KEY[i]));
            }
        }

        boolean matches(FormFields form) {
            for (int i = 0; i < KEY.length; i++) {
                byte[] name = names[i];
                int start = Math.max(0, form.start(KEY[i]));
                if (!Arrays.equals(name, 0, name.length, form.bytes(), start, start + form.length(KEY[i]))) {
                    return false;
                }
            }
            return true;
        }
    }
}
