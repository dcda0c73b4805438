package io.millrace.thrift.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.ScriptSteps;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.LongList;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftProtocol;
import io.millrace.thrift.ThriftServices;
import io.millrace.thrift.netty.ThriftClient;
import io.millrace.thrift.netty.ThriftClientConfig;
import io.millrace.thrift.netty.ThriftServer;
import io.millrace.thrift.netty.ThriftServerConfig;
import io.millrace.transport.EventLoops;
import io.millrace.transport.TransportConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What each peer has to do with us, whatever its language. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(LeakCheck.class)
abstract class PeerContract {

    private static final Path IDL = Path.of("src/main/thrift/peers.thrift");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int OBJECTS = 300;
    private static final int OBJECTS_CALLED = 40;

    private Path folder = Path.of("");
    private Path schema = Path.of("");

    @BeforeAll
    void prepare(@TempDir Path made) throws IOException {
        folder = made;
        schema = Files.writeString(made.resolve("schema.json"), SchemaJson.of(IDL));
        install(made.resolve("peer"));
    }

    /** What its language is called. */
    abstract String language();

    /** Whether its library has the type {@code uuid}. */
    abstract boolean hasUuids();

    /** Makes the program ready, in a folder that does not exist yet. */
    abstract void install(Path home);

    /** The program with its arguments. */
    abstract ChildProcess.Builder program(String... arguments);

    @Test
    void itReadsOurBytesAndWritesThemAgain() throws IOException {
        PeerCases cases = PeerCases.random(language(), OBJECTS, hasUuids());
        Path given = cases.writeTo(folder.resolve("given.txt"));
        Path written = folder.resolve("written.txt");
        try (ChildProcess peer = program("recode", schema.toString(), given.toString(), written.toString())
                .start()) {
            assertThat(peer.awaitExit(LIMIT)).as("%s", peer.tail()).isZero();
        }
        List<String> lines = Files.readAllLines(written);
        assertThat(lines).hasSameSizeAs(cases.lines());
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).as("object %d", i).isEqualTo(cases.lines().get(i));
        }
    }

    @TestFactory
    List<DynamicTest> itCallsUs() throws IOException {
        PeerCases cases = PeerCases.random(language() + "'s calls", OBJECTS_CALLED, hasUuids());
        Path given = cases.writeTo(folder.resolve("called.txt"));
        try (EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1));
                ThriftServer server = ThriftServer.bind(
                        loops,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        ThriftServices.of(Peers.service(Peers.blocking(new Answers(), Runnable::run))),
                        ThriftServerConfig.defaults())) {
            String port = Integer.toString(server.address().getPort());
            return ScriptSteps.run(program("call", schema.toString(), given.toString(), port));
        }
    }

    @Test
    void itIsCalled() {
        ChildProcess.Started started =
                program("serve", schema.toString()).startAndAwait(line -> line.startsWith("ports "), LIMIT);
        try (ChildProcess peer = started.process();
                EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1))) {
            String[] words = started.line().split(" ");
            for (int i = 0; i < PeerCases.PROTOCOLS.size(); i++) {
                ThriftProtocol protocol = PeerCases.PROTOCOLS.get(i);
                InetSocketAddress address =
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[i + 1]));
                ThriftClientConfig config = ThriftClientConfig.defaults()
                        .withForm(MessageForm.of(protocol))
                        .withTimeout(LIMIT);
                try (ThriftClient client = ThriftClient.of(loops, loops.loops().get(0), address, config)) {
                    check(Peers.blockingClient(client), protocol);
                    checkNames(client);
                }
            }
            assertThat(peer.isAlive()).isTrue();
        }
    }

    private void check(Peers.Blocking peer, ThriftProtocol protocol) {
        RandomObjects objects = new RandomObjects(Seeds.random("calls of " + language() + ", " + protocol));
        for (int i = 0; i < OBJECTS_CALLED; i++) {
            Everything value = objects.everything();
            assertThat(peer.echo(value)).isEqualTo(value);
        }
        if (hasUuids()) {
            Identified identified = objects.identified();
            assertThat(peer.identify(identified)).isEqualTo(identified);
        }
        assertThat(peer.blank(new Nothing())).isEqualTo(new Nothing());
        assertThat(peer.total(LongList.of(1L << 52, -3, 4), Map.of("a", 7, "b", Integer.MIN_VALUE)))
                .isEqualTo((1L << 52) - 3 + 4 + 7 + Integer.MIN_VALUE);

        Failed failed = catchThrowableOfType(Failed.class, () -> peer.refuse("käse", -77));
        assertThat(failed).isEqualTo(new Failed().message("käse").code(-77).reasons(List.of("asked to")));
        Busy busy = catchThrowableOfType(Busy.class, () -> peer.refuse("later", 0));
        assertThat(busy).isEqualTo(new Busy().seconds(PeersConstants.BUSY_SECONDS));

        peer.nothing();
        peer.note("psst, " + protocol);
        assertThat(peer.notes()).contains("psst, " + protocol);
    }

    /** By the service's name as a multiplexer knows it, and by one that it does not know. */
    private void checkNames(ThriftCaller caller) {
        assertThat(Peers.blockingClient(caller).name()).isEqualTo(language());
        assertThat(Peers.blockingClient(caller.multiplexed("Peers")).name()).isEqualTo(language());
        ThriftApplicationException refusal = catchThrowableOfType(
                ThriftApplicationException.class,
                () -> Peers.blockingClient(caller.multiplexed("Strangers")).name());
        assertThat(refusal.kind()).isEqualTo(ThriftApplicationException.Kind.UNKNOWN_METHOD);
    }
}
