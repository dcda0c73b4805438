package io.millrace.tiered.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.PeerConfig;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.CopyRates;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.read.SegmentReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers with certificates, made by the JDK's own tool, and strangers without the right ones. */
@Tag("once")
class PeerTlsTest {

    private static final String PASSWORD = "only for this test";
    private static final int CHUNK = 64 << 10;

    @TempDir
    private Path folder = Path.of("");

    private final PeerSecret secret = PeerSecret.of("k".repeat(40), "test");

    @Test
    void onlyBrokersWithATrustedCertificateAreAnswered() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        Path keys = keys("broker");
        Path trust = trust("broker", keys);
        SSLContext broker = PeerTls.read(config(keys, trust, password));
        SSLContext stranger = PeerTls.read(config(keys("stranger"), trust, password));
        Path cold = Files.createDirectory(folder.resolve("cold"));
        AlignedBuffers buffers = new AlignedBuffers(32L * CHUNK, Duration.ofSeconds(30));
        try (ColdStore store = ColdStore.open(
                        new TieredConfig(
                                List.of(cold), List.of(), false, CHUNK, 2, 32L * CHUNK, Duration.ofMinutes(1), null),
                        ColdFiles.local(),
                        buffers,
                        CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                        new TieredCounters(),
                        WaitingClock.system());
                SegmentReader reader = new SegmentReader(buffers, CHUNK, new TieredCounters());
                PeerServer server = PeerServer.start(
                        InetSocketAddress.createUnresolved("127.0.0.1", 0),
                        secret,
                        broker,
                        new ServedSegments(store, reader, identity -> SegmentState.GONE))) {
            PeerAddress address =
                    new PeerAddress(1, "127.0.0.1", server.address().getPort());
            SampleSegment segment = SampleSegment.create(ColdFiles.local(), folder, Seeds.random("PeerTlsTest"), 10);
            assertThat(client(broker).state(address, segment.identity())).isEqualTo(SegmentState.GONE);
            assertThatThrownBy(() -> client(stranger).state(address, segment.identity()))
                    .isInstanceOf(TieredException.class);
            assertThatThrownBy(() -> client(null).state(address, segment.identity()))
                    .isInstanceOf(TieredException.class);
        }
    }

    @Test
    void aWrongPasswordIsSaidWithoutItself() throws Exception {
        Path keys = keys("broker");
        Path password = Files.writeString(folder.resolve("password"), "hunter2");
        assertThatThrownBy(() -> PeerTls.read(config(keys, keys, password)))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("hunter2");
    }

    private PeerClient client(SSLContext tls) {
        return new PeerClient(secret, tls, Clock.systemUTC());
    }

    private static PeerConfig config(Path keys, Path trust, Path password) {
        return new PeerConfig(null, 0, Map.of(), null, keys, trust, password);
    }

    private Path keys(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        keytool(
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1");
        return store;
    }

    private Path trust(String name, Path keys) throws Exception {
        Path certificate = folder.resolve(name + ".crt");
        Path store = folder.resolve(name + "-trust.p12");
        keytool("-exportcert", "-keystore", keys.toString(), "-alias", name, "-file", certificate.toString());
        keytool(
                "-importcert",
                "-noprompt",
                "-keystore",
                store.toString(),
                "-alias",
                name,
                "-file",
                certificate.toString());
        return store;
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("keytool.log")))
                .isZero();
    }
}
