package io.millrace.thrift.maven;

import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.GeneratorRequest;
import io.millrace.thrift.generator.GeneratorResult;
import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.ThriftGenerator;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Makes Java of the {@code .thrift} files of a module, and has it compiled with the module's own sources. Only what changed is
 * written. The files themselves go into the module's jar, so that those of other modules can include them.
 */
@Mojo(
        name = "generate",
        defaultPhase = LifecyclePhase.GENERATE_SOURCES,
        threadSafe = true,
        requiresDependencyResolution = ResolutionScope.COMPILE)
public final class GenerateMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private @Nullable MavenProject project;

    /** The folder of the files that are made into classes. */
    @Parameter(property = "millrace.thrift.sourceDirectory", defaultValue = "${project.basedir}/src/main/thrift")
    private @Nullable File sourceDirectory;

    /** The folder of the sources that are made; it is this goal's own. */
    @Parameter(defaultValue = "${project.build.directory}/generated-sources/thrift")
    private @Nullable File outputDirectory;

    /** Folders of files that are included and made into classes elsewhere; dependencies need not be named. */
    @Parameter
    private @Nullable List<File> includeDirectories;

    /** {@code ID}: the bytes are those of Apache's libraries. {@code FIXED_SIZE_FIRST}: every reader still understands them. */
    @Parameter(property = "millrace.thrift.fieldOrder", defaultValue = "ID")
    private FieldOrder fieldOrder = FieldOrder.ID;

    /** Whether the files go into the module's jar. */
    @Parameter(property = "millrace.thrift.packageIdl", defaultValue = "true")
    private boolean packageIdl = true;

    /** Whether nothing is to be done. */
    @Parameter(property = "millrace.thrift.skip", defaultValue = "false")
    private boolean skip;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        MavenProject module = given(project, "project");
        Path source = given(sourceDirectory, "sourceDirectory").toPath();
        Path output = given(outputDirectory, "outputDirectory").toPath();
        if (skip || !Files.isDirectory(source)) {
            getLog().info("No Thrift files: " + (skip ? "skipped" : "there is no " + source));
            return;
        }
        try {
            generate(module, source, output);
        } catch (IdlException wrong) {
            wrong.problems().forEach(problem -> getLog().error(problem.toString()));
            throw new MojoFailureException(
                    "Thrift files are wrong: " + wrong.problems().size() + " problems", wrong);
        } catch (IOException failure) {
            throw new MojoExecutionException("Thrift files cannot be made into Java: " + failure.getMessage(), failure);
        }
    }

    private void generate(MavenProject module, Path source, Path output) throws IOException {
        List<Path> searchPath = new ArrayList<>();
        searchPath.add(source);
        List<File> own = includeDirectories;
        if (own != null) {
            own.forEach(folder -> searchPath.add(folder.toPath()));
        }
        Path unpacked = Path.of(module.getBuild().getDirectory(), "thrift-includes");
        List<File> dependencies = module.getArtifacts().stream()
                .map(Artifact::getFile)
                .filter(Objects::nonNull)
                .toList();
        searchPath.addAll(new DependencyIdl(unpacked).folders(dependencies));
        GeneratorResult result =
                ThriftGenerator.run(new GeneratorRequest(files(source), searchPath, output, false, fieldOrder));
        result.warnings().forEach(warning -> getLog().warn(warning.toString()));
        getLog().info(
                        result.isUpToDate()
                                ? "Up to date: " + result.files().size() + " sources"
                                : "Made " + result.files().size() + " sources, " + result.written()
                                        + " of them new or changed");
        module.addCompileSourceRoot(output.toString());
        if (packageIdl) {
            Resource idl = new Resource();
            idl.setDirectory(source.toString());
            idl.addInclude("**/*.thrift");
            module.addResource(idl);
        }
    }

    private static List<Path> files(Path source) throws IOException {
        try (Stream<Path> all = Files.walk(source)) {
            return all.filter(file -> file.toString().endsWith(".thrift") && Files.isRegularFile(file))
                    .toList();
        }
    }

    private static <T> T given(@Nullable T parameter, String name) throws MojoExecutionException {
        if (parameter == null) {
            throw new MojoExecutionException("missing parameter: " + name);
        }
        return parameter;
    }
}
