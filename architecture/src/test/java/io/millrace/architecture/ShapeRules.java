package io.millrace.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashMap;
import java.util.Map;

/** Rules 10 and 11: what a meter enum and a byte layout look like. */
final class ShapeRules {

    private final ArchitectureMap map;

    ShapeRules(ArchitectureMap map) {
        this.map = map;
    }

    ArchRule oneMeterEnumAModule() {
        return classes()
                .that()
                .haveSimpleNameEndingWith("Meters")
                .and()
                .areEnums()
                .should(beAloneInTheirModule())
                .allowEmptyShould(true)
                .as("10 meters are declared in one enum a module");
    }

    ArchRule descriptorsAreLayouts() {
        return classes()
                .that()
                .haveSimpleNameEndingWith("Descriptor")
                .should(holdConstantsAndStaticMethodsOnly())
                .allowEmptyShould(true)
                .as("11 a descriptor holds constants and static methods only");
    }

    private ArchCondition<JavaClass> beAloneInTheirModule() {
        Map<Module, JavaClass> seen = new HashMap<>();
        return new ArchCondition<>("be the only one of their module") {
            @Override
            public void check(JavaClass meters, ConditionEvents events) {
                map.moduleOf(meters)
                        .map(module -> seen.putIfAbsent(module, meters))
                        .filter(other -> !other.equals(meters))
                        .ifPresent(other -> events.add(SimpleConditionEvent.violated(
                                meters, meters.getName() + " declares meters beside " + other.getName())));
            }
        };
    }

    private static ArchCondition<JavaClass> holdConstantsAndStaticMethodsOnly() {
        return new ArchCondition<>("hold constants and static methods only") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getFields().forEach(field -> {
                    require(field, JavaModifier.STATIC, events);
                    require(field, JavaModifier.FINAL, events);
                });
                type.getMethods().forEach(method -> require(method, JavaModifier.STATIC, events));
                type.getConstructors().forEach(constructor -> require(constructor, JavaModifier.PRIVATE, events));
            }
        };
    }

    private static void require(JavaMember member, JavaModifier modifier, ConditionEvents events) {
        if (!member.getModifiers().contains(modifier)) {
            events.add(SimpleConditionEvent.violated(
                    member,
                    member.getDescription() + " is not " + modifier.name().toLowerCase(java.util.Locale.ROOT)));
        }
    }
}
