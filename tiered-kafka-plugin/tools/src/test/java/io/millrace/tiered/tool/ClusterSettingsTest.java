package io.millrace.tiered.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSettingsTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aBrokersOwnFileWillDo() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret that is long enough for its signature");
        Path file = Files.write(
                folder.resolve("server.properties"),
                List.of(
                        "node.id=1",
                        "listeners=PLAINTEXT://10.0.0.11:9092",
                        "security.protocol=SASL_SSL",
                        "rsm.config.cold.directories=/mnt/hdd1/cold",
                        "rsm.config.peer.listen=10.0.0.11:9494",
                        "rsm.config.peer.secret.file=" + secret));

        ClusterSettings settings = ClusterSettings.of("a:9092", file, Map.of());

        assertThat(settings.client()).isEqualTo(Map.of("bootstrap.servers", "a:9092", "security.protocol", "SASL_SSL"));
        assertThat(settings.peers()).isEqualTo(Map.of("peer.port", "9494", "peer.secret.file", secret.toString()));
        assertThat(settings.brokerPeers().orElseThrow().address(new Node(2, "10.0.0.12", 9092)))
                .hasValueSatisfying(address -> assertThat(address.toString()).isEqualTo("broker 2 at 10.0.0.12:9494"));
    }

    @Test
    void whatIsSaidGoesBeforeTheFile() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret that is long enough for its signature");
        Path file =
                Files.writeString(folder.resolve("f"), "rsm.config.peer.port=1\nrsm.config.peer.secret.file=/none\n");

        ClusterSettings settings = ClusterSettings.of(
                "a:9092",
                file,
                Map.of("peer.secret.file", secret.toString(), "peer.ports", "1=127.0.0.1:7001", "peer.port", "9494"));

        assertThat(settings.peers())
                .containsEntry("peer.port", "9494")
                .containsEntry("peer.secret.file", secret.toString());
        assertThat(settings.brokerPeers().orElseThrow().address(new Node(1, "h", 1)))
                .hasValueSatisfying(address -> assertThat(address.port()).isEqualTo(7001));
    }

    @Test
    void nobodyIsAskedWithoutASecret() {
        assertThat(ClusterSettings.of("a:9092", null, Map.of()).brokerPeers()).isEmpty();
        assertThatThrownBy(() -> ClusterSettings.of("a:9092", null, Map.of("peer.port", "9494"))
                        .brokerPeers())
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("peer.secret.file");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ClusterSettings.of("a:9092", folder.resolve("none"), Map.of()))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("none");
    }
}
