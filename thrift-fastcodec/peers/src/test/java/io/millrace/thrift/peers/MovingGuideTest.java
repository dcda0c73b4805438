package io.millrace.thrift.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Repository;
import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.example.Shop;
import io.millrace.thrift.example.orders.Order;
import io.millrace.thrift.example.orders.State;
import io.millrace.thrift.generator.schema.DirectorySources;
import io.millrace.thrift.generator.schema.SchemaReader;
import io.millrace.thrift.netty.ThriftServer;
import io.millrace.transport.EventLoops;
import io.millrace.transport.TransportConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The guide's blocks as they stand there: the Java is compiled and run, the definitions are read, the plugin is ours. */
@ExtendWith(LeakCheck.class)
class MovingGuideTest {

    private static final Path GUIDE = Repository.root().resolve("docs/operating/moving-from-apache-thrift.md");

    /** What the guide leaves out. */
    private static final List<String> IMPORTS = List.of(
            "io.millrace.thrift.*",
            "io.millrace.thrift.example.orders.*",
            "io.millrace.thrift.netty.*",
            "io.millrace.transport.EventLoops",
            "java.net.InetSocketAddress",
            "java.time.Duration",
            "java.util.Arrays",
            "java.util.concurrent.ExecutorService",
            "org.apache.thrift.TBase",
            "org.apache.thrift.TDeserializer",
            "org.apache.thrift.TException",
            "org.apache.thrift.TSerializer",
            "org.apache.thrift.protocol.TBinaryProtocol");

    @Test
    void theJavaCompilesAndRuns(@TempDir Path folder) throws Exception {
        compile(folder);
        ExecutorService workers = Executors.newSingleThreadExecutor();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1))) {
            Class<?> guide = loader.loadClass("Guide");
            Order order = new Order().id(7).state(State.OPEN);
            Order paid = (Order) call(guide, "paid", (Object) ThriftBinary.toBytes(order));
            assertThat(paid.state()).isEqualTo(State.PAID);
            assertThat(paid.events()).isNotNull();

            try (ThriftServer server = (ThriftServer) call(guide, "serve", loops, 0, new Shop(), workers)) {
                InetSocketAddress address = server.address();
                assertThat(call(guide, "place", loops, address, order))
                        .isEqualTo(new Order().id(7).state(State.PAID));
            }
        } finally {
            workers.shutdown();
        }
    }

    @Test
    void theDefinitionsAreRead(@TempDir Path folder) throws IOException {
        for (String block : blocks("thrift")) {
            Path file = Files.writeString(folder.resolve("guide.thrift"), block);
            assertThat(SchemaReader.read(new DirectorySources(List.of()), List.of(file.toString()))
                            .files())
                    .hasSize(1);
        }
    }

    @Test
    void theBuildIsThatOfTheExample() throws IOException {
        String example = Files.readString(Repository.root().resolve("thrift-fastcodec/example/pom.xml"));
        for (String block : blocks("xml")) {
            assertThat(block.lines()
                            .map(String::strip)
                            .filter(line -> line.startsWith("<artifactId>"))
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(example).contains(line));
        }
    }

    private static Object call(Class<?> guide, String name, Object... arguments) throws ReflectiveOperationException {
        Method method = Arrays.stream(guide.getDeclaredMethods())
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        return Objects.requireNonNull(method.invoke(null, arguments));
    }

    private static void compile(Path folder) throws IOException {
        String imports = IMPORTS.stream().map(name -> "import " + name + ";\n").collect(Collectors.joining());
        String text = imports + "class Guide {\n" + String.join("\n", blocks("java")) + "}\n";
        Path source = Files.writeString(folder.resolve("Guide.java"), text);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of(
                "-proc:none",
                "-encoding",
                "UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    private static List<String> blocks(String language) throws IOException {
        Pattern block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
        List<String> blocks = block.matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(blocks).as("blocks of %s", language).isNotEmpty();
        return blocks;
    }
}
