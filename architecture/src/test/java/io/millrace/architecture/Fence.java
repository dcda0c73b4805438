package io.millrace.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatchers;
import java.util.Arrays;
import java.util.List;

/**
 * Something that may be imported in some packages only.
 *
 * @param what its name in messages
 * @param packages package patterns of what is fenced, in ArchUnit's notation ({@code "org.springframework.."})
 * @param types full names of single types that are fenced
 * @param allowedIn package patterns of those who may import it; empty: nobody
 */
record Fence(String what, List<String> packages, List<String> types, List<String> allowedIn) {

    static Fence around(String what, String... packages) {
        return new Fence(what, List.of(packages), List.of(), List.of());
    }

    Fence andTypes(String... names) {
        return new Fence(what, packages, List.of(names), allowedIn);
    }

    Fence onlyIn(String... places) {
        return new Fence(what, packages, types, Arrays.asList(places));
    }

    boolean holds(JavaClass from, JavaClass to) {
        boolean fenced = types.contains(to.getName()) || matches(packages, to);
        return !fenced || matches(allowedIn, from);
    }

    private static boolean matches(List<String> patterns, JavaClass type) {
        return PackageMatchers.of(patterns).test(type.getPackageName());
    }
}
