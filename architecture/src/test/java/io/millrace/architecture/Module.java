package io.millrace.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One module of the map: where it is, what it may use, how it is entered, and which of its stages may import which.
 *
 * @param root the root package; every package below it belongs to the module unless a longer root claims it
 * @param uses root packages of the modules that it may import
 * @param usesEverything whether every module may be imported
 * @param doors packages that other modules may import
 * @param entryPoints simple names of the door's classes that the inside may not use
 * @param stages first sub-package to those it may import; empty where the map draws none, then only cycles are forbidden
 * @param insideRunsOnEventLoops whether no class below the root may block
 */
record Module(
        String root,
        Set<String> uses,
        boolean usesEverything,
        Set<String> doors,
        Set<String> entryPoints,
        Map<String, Set<String>> stages,
        boolean insideRunsOnEventLoops) {

    /** The stage of Spring: it starts its module, so it may use all of it, and nothing uses it. */
    static final String BOOT = "boot";

    static Module at(String root) {
        return new Module(root, Set.of(), false, Set.of(root), Set.of(), Map.of(), false);
    }

    Module using(String... roots) {
        return new Module(root, Set.of(roots), false, doors, entryPoints, stages, insideRunsOnEventLoops);
    }

    Module usingEverything() {
        return new Module(root, uses, true, doors, entryPoints, stages, insideRunsOnEventLoops);
    }

    Module door(String secondPackage) {
        Set<String> more = new LinkedHashSet<>(doors);
        more.add(secondPackage);
        return new Module(root, uses, usesEverything, more, entryPoints, stages, insideRunsOnEventLoops);
    }

    Module enteredBy(String... simpleNames) {
        return new Module(root, uses, usesEverything, doors, Set.of(simpleNames), stages, insideRunsOnEventLoops);
    }

    /** Draws one stage: {@code stage("ingress", "balance", "link")} lets ingress import balance and link. */
    Module stage(String name, String... imports) {
        Map<String, Set<String>> more = new LinkedHashMap<>(stages);
        more.put(name, Set.of(imports));
        return new Module(root, uses, usesEverything, doors, entryPoints, more, insideRunsOnEventLoops);
    }

    Module onEventLoops() {
        return new Module(root, uses, usesEverything, doors, entryPoints, stages, true);
    }

    boolean contains(String packageName) {
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }

    boolean mayUse(Module other) {
        return usesEverything || equals(other) || uses.contains(other.root);
    }

    /** The stage of a class of this module; empty for a class of the root package. */
    Optional<String> stageOf(JavaClass type) {
        String packageName = type.getPackageName();
        return packageName.equals(root)
                ? Optional.empty()
                : Optional.of(packageName.substring(root.length() + 1).split("\\.", 2)[0]);
    }

    boolean mayImport(String stage, String other) {
        if (stage.equals(other) || stage.equals(BOOT)) {
            return true;
        }
        return !other.equals(BOOT)
                && (stages.isEmpty() || stages.getOrDefault(stage, Set.of()).contains(other));
    }
}
