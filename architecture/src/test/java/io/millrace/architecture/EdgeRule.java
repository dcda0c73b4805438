package io.millrace.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;

/** The shape that most rules have: for each class and each class it depends on, an objection or none. */
final class EdgeRule {

    private EdgeRule() {}

    /** Says what is wrong with a dependency, if anything. */
    @FunctionalInterface
    interface Objection {

        Optional<String> to(JavaClass from, JavaClass to);
    }

    static ArchRule of(String name, Objection objection) {
        return classes().should(new EdgeCondition(name, objection)).as(name);
    }

    private static final class EdgeCondition extends ArchCondition<JavaClass> {

        private final Objection objection;

        EdgeCondition(String name, Objection objection) {
            super(name);
            this.objection = objection;
        }

        @Override
        public void check(JavaClass from, ConditionEvents events) {
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass to = dependency.getTargetClass().getBaseComponentType();
                objection
                        .to(from, to)
                        .ifPresent(reason -> events.add(SimpleConditionEvent.violated(
                                dependency, reason + ": " + dependency.getDescription())));
            }
        }
    }
}
