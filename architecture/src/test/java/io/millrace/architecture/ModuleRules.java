package io.millrace.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;

/** Rules 1, 2 and 4: which module imports which, through which door, and that nobody inside holds the door's handle. */
final class ModuleRules {

    private final ArchitectureMap map;

    ModuleRules(ArchitectureMap map) {
        this.map = map;
    }

    ArchRule edges() {
        return EdgeRule.of("1 modules import only what the map draws", this::edge);
    }

    ArchRule doors() {
        return EdgeRule.of("2 other modules are entered by their door", this::door);
    }

    ArchRule entryPoints() {
        return EdgeRule.of("4 no inside class uses its module's entry point", this::entryPoint);
    }

    private Optional<String> edge(JavaClass from, JavaClass to) {
        Optional<Module> left = map.moduleOf(from);
        Optional<Module> right = map.moduleOf(to);
        if (left.isEmpty() || !map.isOurs(to)) {
            return Optional.empty();
        }
        if (right.isEmpty()) {
            return Optional.of("module of " + to.getPackageName() + " is not on the map");
        }
        return left.get().mayUse(right.get())
                ? Optional.empty()
                : Optional.of(
                        left.get().root() + " may not import " + right.get().root());
    }

    private Optional<String> door(JavaClass from, JavaClass to) {
        Optional<Module> left = map.moduleOf(from);
        Optional<Module> right = map.moduleOf(to);
        boolean enters = left.isPresent() && right.isPresent() && !left.equals(right);
        return !enters || right.get().doors().contains(to.getPackageName())
                ? Optional.empty()
                : Optional.of(
                        to.getPackageName() + " is the inside of " + right.get().root());
    }

    private Optional<String> entryPoint(JavaClass from, JavaClass to) {
        Optional<Module> module = map.moduleOf(from);
        if (module.isEmpty() || !module.get().root().equals(to.getPackageName())) {
            return Optional.empty();
        }
        Optional<String> stage = module.get().stageOf(from).filter(name -> !name.equals(Module.BOOT));
        return stage.isPresent() && module.get().entryPoints().contains(outermost(to))
                ? Optional.of(outermost(to) + " knows the stages, the stages do not know it")
                : Optional.empty();
    }

    private static String outermost(JavaClass type) {
        String withoutPackage = type.getName().substring(type.getPackageName().length() + 1);
        int nested = withoutPackage.indexOf('$');
        return nested < 0 ? withoutPackage : withoutPackage.substring(0, nested);
    }
}
