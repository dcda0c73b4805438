package io.millrace.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Shows that each rule finds what it is there for, and only that: the fixtures break each in one place. */
@Tag("once")
final class RulesBiteTest {

    private static final String ROOT = "io.millrace.architecture.fixture";
    private static final String MILL = ROOT + ".mill";
    private static final String BAKERY = ROOT + ".bakery";

    private static final ArchitectureMap MAP = new ArchitectureMap(
            ROOT,
            List.of(
                    Module.at(MILL)
                            .enteredBy("Mill")
                            .stage("grind", "sift")
                            .stage("sift")
                            .onEventLoops(),
                    Module.at(BAKERY).using(MILL),
                    Module.at(ROOT + ".wheel"),
                    Module.at(ROOT + ".bare")),
            List.of(Fence.around("raw memory")
                    .andTypes("java.nio.MappedByteBuffer")
                    .onlyIn("..vault..")));

    private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(ROOT);

    private static final SourceRules SOURCES =
            new SourceRules(Sources.under(Path.of("src", "test", "java", "io", "millrace", "architecture", "fixture")));

    private final ModuleRules modules = new ModuleRules(MAP);
    private final StageRules stages = new StageRules(MAP);
    private final ShapeRules shapes = new ShapeRules(MAP);

    @Test
    void anEdgeThatIsNotDrawn() {
        assertThat(violations(modules.edges()))
                .isNotEmpty()
                .allMatch(violation -> violation.contains("BorrowedLoaf") && violation.contains("may not import"));
    }

    @Test
    void anInsideEnteredPastItsDoor() {
        assertThat(violations(modules.doors()))
                .isNotEmpty()
                .allMatch(violation ->
                        violation.contains("bakery.Oven") && violation.contains("mill.grind is the inside"));
    }

    @Test
    void aStageThatLooksBack() {
        assertThat(violations(stages.directions()))
                .isNotEmpty()
                .allMatch(violation -> violation.contains("sift may not import grind"));
    }

    @Test
    void aCircleOfStages() {
        List<String> violations = stages.freeOfCycles().stream()
                .flatMap(rule -> violations(rule).stream())
                .toList();
        assertThat(violations)
                .hasSize(2)
                .anyMatch(violation -> violation.contains("wheel.front"))
                .anyMatch(violation -> violation.contains("mill.grind"));
    }

    @Test
    void anInsideThatHoldsItsEntryPoint() {
        assertThat(violations(modules.entryPoints()))
                .isNotEmpty()
                .allMatch(violation -> violation.contains("sift.Sieve") && violation.contains("Mill knows the stages"));
    }

    @Test
    void aFenceClimbed() {
        ArchRule fence = new FenceRules(MAP).fences().get(0);
        assertThat(violations(fence)).isNotEmpty().allMatch(violation -> violation.contains("MappedLedger"));
    }

    @Test
    void aHandlerThatBlocksAndAnInsideThatParks() {
        assertThat(violations(new BlockingRules(MAP).handlersNeverBlock()))
                .hasSize(5)
                .anyMatch(violation -> violation.contains("Thread.sleep"))
                .anyMatch(violation -> violation.contains("syncUninterruptibly"))
                .anyMatch(violation -> violation.contains("inALambda"))
                .anyMatch(violation -> violation.contains("byReference"))
                .anyMatch(violation -> violation.contains("LockSupport.parkNanos"));
    }

    @Test
    void aSecondEnumOfMetersAndAMeterNamedElsewhere() {
        assertThat(violations(shapes.oneMeterEnumAModule())).hasSize(1);
        assertThat(SOURCES.meterNamesElsewhere(Set.of()))
                .hasSize(1)
                .allMatch(violation -> violation.contains("millrace.bakery.burnt"));
    }

    @Test
    void aDescriptorWithState() {
        assertThat(violations(shapes.descriptorsAreLayouts()))
                .anyMatch(violation -> violation.contains("position") && violation.contains("not static"))
                .anyMatch(violation -> violation.contains("next()") && violation.contains("not static"))
                .anyMatch(violation -> violation.contains("<init>") && violation.contains("not private"))
                .noneMatch(violation -> violation.contains("LENGTH"));
    }

    @Test
    void aNameThatTellsWhereCodeWasLeft() {
        assertThat(SOURCES.bannedNames(MillraceMap.BANNED_WORDS))
                .hasSize(1)
                .allMatch(violation -> violation.contains("OvenHelper says Helper"));
    }

    @Test
    void aPackageWithoutInfoAndTypesWithoutJavadoc() {
        assertThat(SOURCES.packagesWithoutInfo()).hasSize(1).allMatch(violation -> violation.contains("bare"));
        assertThat(SOURCES.undocumentedPublicTypes())
                .hasSize(2)
                .anyMatch(violation -> violation.contains("public type Bare"))
                .anyMatch(violation -> violation.contains("public type Within"));
    }

    @Test
    void anImportOfOurs() {
        assertThat(SOURCES.importsOfOurs(ROOT, BAKERY))
                .hasSize(2)
                .allMatch(violation -> violation.contains("Oven.java imports"));
    }

    @Test
    void theMapItselfHasNoCircle() {
        for (Module module : MillraceMap.MAP.modules()) {
            assertThat(reaches(module, module))
                    .as("%s reaches itself", module.root())
                    .isFalse();
        }
    }

    private static boolean reaches(Module from, Module goal) {
        return from.uses().stream()
                .map(root -> MillraceMap.MAP.moduleOf(root).orElseThrow())
                .anyMatch(used -> used.equals(goal) || reaches(used, goal));
    }

    private static List<String> violations(ArchRule rule) {
        return rule.evaluate(FIXTURES).getFailureReport().getDetails();
    }
}
