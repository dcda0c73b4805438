package io.millrace.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the product to the map. A failure names the rule, the class and the line. */
@Tag("once")
final class ArchitectureTest {

    private static final ArchitectureMap MAP = MillraceMap.MAP;

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(MillraceMap.ROOT);

    private static final SourceRules SOURCES = new SourceRules(Sources.ofProduct(repositoryRoot()));

    @TestFactory
    Stream<DynamicTest> rulesOfTheMap() {
        return rules(MAP).stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(PRODUCT)));
    }

    /** Every rule over byte code, for any map. */
    static List<ArchRule> rules(ArchitectureMap map) {
        List<ArchRule> rules = new ArrayList<>();
        ModuleRules modules = new ModuleRules(map);
        StageRules stages = new StageRules(map);
        ShapeRules shapes = new ShapeRules(map);
        rules.add(modules.edges());
        rules.add(modules.doors());
        rules.add(stages.directions());
        rules.addAll(stages.freeOfCycles());
        rules.add(modules.entryPoints());
        rules.addAll(new FenceRules(map).fences());
        rules.add(new BlockingRules(map).handlersNeverBlock());
        rules.add(shapes.oneMeterEnumAModule());
        rules.add(shapes.descriptorsAreLayouts());
        return rules;
    }

    @Test
    void everyClassIsOnTheMapAndEveryModuleHasClasses() {
        Set<Module> seen = new HashSet<>();
        for (JavaClass type : PRODUCT) {
            assertThat(MAP.moduleOf(type)).as("module of %s", type.getName()).isPresent();
            Module module = MAP.moduleOf(type).orElseThrow();
            seen.add(module);
            if (!module.stages().isEmpty()) {
                module.stageOf(type).ifPresent(stage -> assertThat(module.stages())
                        .as("stages of %s, asked by %s", module.root(), type.getName())
                        .containsKey(stage));
            }
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(MAP.modules());
    }

    @Test
    void theTestkitImportsNothingOfOurs() {
        assertThat(SOURCES.importsOfOurs(MillraceMap.ROOT, MillraceMap.ROOT + ".testkit"))
                .as("1 the testkit imports nothing of ours")
                .isEmpty();
    }

    @Test
    void noTypeIsNamedForWhereItWasLeft() {
        assertThat(SOURCES.bannedNames(MillraceMap.BANNED_WORDS)).as("8 names").isEmpty();
    }

    @Test
    void metersAreNamedInTheirEnumOnly() {
        // The launcher, the testkit, the providers, the benchmark and the Maven plugin say names of properties, which
        // look the same.
        Set<String> withProperties = Set.of(
                MillraceMap.ROOT + ".launcher",
                MillraceMap.ROOT + ".testkit",
                MillraceMap.ROOT + ".benchmark",
                MillraceMap.ROOT + ".thrift.maven");
        assertThat(SOURCES.meterNamesElsewhere(withProperties))
                .as("10 names of meters")
                .isEmpty();
    }

    @Test
    void everyPackageHasADocumentedInfo() {
        assertThat(SOURCES.packagesWithoutInfo()).as("12 package-info").isEmpty();
    }

    @Test
    void everyPublicTypeHasJavadoc() {
        assertThat(SOURCES.undocumentedPublicTypes()).as("12 Javadoc").isEmpty();
    }

    /** The nearest folder upwards that holds the Maven wrapper. */
    private static Path repositoryRoot() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no folder with mvnw upwards from the working directory");
            }
        }
        return folder;
    }
}
