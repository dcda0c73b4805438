package io.millrace.thrift.generator.java;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Names within one scope of Java: what is taken already, or no name at all, gets underscores behind it. */
final class UniqueNames {
    private final Set<String> taken = new HashSet<>();

    UniqueNames(Collection<String> reserved) {
        taken.addAll(reserved);
    }

    /** The name, or what it is given instead. */
    String take(String wanted) {
        String name = isWord(wanted) ? wanted : wanted + '_';
        while (!taken.add(name)) {
            name += '_';
        }
        return name;
    }

    boolean isFree(String name) {
        return !taken.contains(name);
    }

    private static boolean isWord(String name) {
        return JavaWords.isName(name);
    }
}
