package io.millrace.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Optional;

/** Rule 3: the stages inside a module import each other in the directions of the map, and never in a circle. */
final class StageRules {

    private final ArchitectureMap map;

    StageRules(ArchitectureMap map) {
        this.map = map;
    }

    ArchRule directions() {
        return EdgeRule.of("3 stages import each other in the directions of the map", this::direction);
    }

    /** One rule for each module. */
    List<ArchRule> freeOfCycles() {
        return map.modules().stream().map(StageRules::freeOfCycles).toList();
    }

    private static ArchRule freeOfCycles(Module module) {
        return SlicesRuleDefinition.slices()
                .matching(module.root() + ".(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .as("3 the stages of " + module.root() + " are free of cycles");
    }

    private Optional<String> direction(JavaClass from, JavaClass to) {
        Optional<Module> module = map.moduleOf(from);
        if (module.isEmpty() || !module.equals(map.moduleOf(to))) {
            return Optional.empty();
        }
        Optional<String> left = module.get().stageOf(from);
        Optional<String> right = module.get().stageOf(to);
        if (right.isEmpty()) {
            return Optional.empty();
        }
        String importer = left.orElse("the door");
        boolean allowed =
                left.isEmpty() ? !right.get().equals(Module.BOOT) : module.get().mayImport(left.get(), right.get());
        return allowed ? Optional.empty() : Optional.of(importer + " may not import " + right.get());
    }
}
