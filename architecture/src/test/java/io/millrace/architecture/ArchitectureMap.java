package io.millrace.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The modules and the fences between them and the world.
 *
 * @param root the package that holds all modules
 * @param modules every module
 * @param fences what may be imported only in some places, or nowhere
 */
record ArchitectureMap(String root, List<Module> modules, List<Fence> fences) {

    /** The module of a class: the one with the longest root, as a module's name may nest in another's. */
    Optional<Module> moduleOf(JavaClass type) {
        return moduleOf(type.getPackageName());
    }

    Optional<Module> moduleOf(String packageName) {
        return modules.stream()
                .filter(module -> module.contains(packageName))
                .max(Comparator.comparingInt(module -> module.root().length()));
    }

    boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }
}
