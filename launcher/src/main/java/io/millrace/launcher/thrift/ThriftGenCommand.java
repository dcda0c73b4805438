package io.millrace.launcher.thrift;

import io.millrace.launcher.LauncherException;
import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.GeneratorRequest;
import io.millrace.thrift.generator.GeneratorResult;
import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.IdlProblem;
import io.millrace.thrift.generator.ThriftGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thrift gen}: makes Java of definitions. */
@Command(
        name = "gen",
        header = "Makes Java of .thrift files.",
        description =
                "Writes a file a class, and only those whose text changes. What an earlier run made in the folder "
                        + "and this one does not is deleted.")
final class ThriftGenCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Definitions.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the sources (gen-java).")
    private Path out = Path.of("gen-java");

    @Option(names = "--include", paramLabel = "DIR", description = "Folder of included files; may be given again.")
    private List<Path> includes = new ArrayList<>();

    @Option(names = "--recursive", description = "Makes the classes of included files, too.")
    private boolean recursive;

    @Option(
            names = "--fixed-size-first",
            description = "Writes numbers before what has no fixed size; else the bytes are those of Apache Thrift.")
    private boolean fixedSizeFirst;

    @Override
    public Integer call() {
        FieldOrder order = fixedSizeFirst ? FieldOrder.FIXED_SIZE_FIRST : FieldOrder.ID;
        try {
            say(ThriftGenerator.run(new GeneratorRequest(files, includes, out, recursive, order)));
            return 0;
        } catch (IdlException wrong) {
            throw new LauncherException(
                    "the definitions are wrong",
                    wrong,
                    wrong.problems().stream().map(IdlProblem::toString).toArray(String[]::new));
        } catch (IOException failure) {
            throw new LauncherException("cannot make the sources: " + failure.getMessage(), failure);
        }
    }

    private void say(GeneratorResult result) {
        PrintWriter err = spec.commandLine().getErr();
        result.warnings().forEach(warning -> err.println("warning: " + warning));
        PrintWriter to = spec.commandLine().getOut();
        to.println(
                result.isUpToDate()
                        ? "Up to date: " + result.files().size() + " sources in " + out
                        : "Made " + result.files().size() + " sources in " + out + ", " + result.written()
                                + " of them new or changed, and deleted " + result.deleted() + ".");
        to.flush();
        err.flush();
    }
}
