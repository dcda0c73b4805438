package io.millrace.tiered.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.tiered.TieredException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementRulesTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theFirstRuleOfTheWholeNameCounts() {
        PlacementRules rules = PlacementRules.parse(List.of("# topics", "", "a.*\thdd", "ab ssd", "  b  ssd "));
        assertThat(rules.followers("ab")).contains(Tier.HDD);
        assertThat(rules.followers("b")).contains(Tier.SSD);
        assertThat(rules.followers("bb")).isEmpty();
    }

    @Test
    void aMistakeIsNamed() {
        for (String wrong : List.of("a", "a hdd ssd", "a HDD", "a( ssd")) {
            assertThatThrownBy(() -> PlacementRules.parse(List.of(wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong);
        }
    }

    @Test
    void theFileIsFollowedAndAMistakeLeavesTheRulesAsTheyWere() throws Exception {
        Path file = folder.resolve("rules");
        RulesFile rules = new RulesFile(file);
        assertThat(rules.rules().followers("a")).as("no file yet").isEmpty();
        Files.writeString(file, "a hdd\n");
        assertThat(rules.rules().followers("a")).contains(Tier.HDD);
        Files.writeString(file, "a nowhere\n");
        assertThat(rules.rules().followers("a")).contains(Tier.HDD);
        Files.delete(file);
        assertThat(rules.rules().followers("a")).contains(Tier.HDD);
        Files.writeString(file, "# nothing any more\n");
        assertThat(rules.rules().followers("a")).isEmpty();
    }

    @Test
    void aCordonIsOpenedForOneDirectoryAndIsTheSameAgain() throws TieredException {
        List<Path> all = List.of(Path.of("/ssd"), Path.of("/hdd"), Path.of("/hdd2"));
        Cordon some = new Cordon("/hdd, /hdd2", true);
        assertThat(some.closes(Set.of(Path.of("/hdd")))).isTrue();
        assertThat(some.closes(Set.of(Path.of("/ssd")))).isFalse();
        assertThat(some.without(Set.of(Path.of("/hdd")), all)).isEqualTo("/hdd2");
        Cordon every = new Cordon("*", false);
        assertThat(every.closes(Set.of(Path.of("/ssd")))).isTrue();
        assertThat(every.without(Set.of(Path.of("/ssd")), all)).isEqualTo("/hdd,/hdd2");
        assertThat(new Cordon("", false).closes(Set.of(Path.of("/ssd")))).isFalse();
        CordonNote note = new CordonNote(folder);
        assertThat(note.read()).isNull();
        for (Cordon cordon : List.of(some, every, new Cordon("", true))) {
            note.write(cordon);
            assertThat(note.read()).isEqualTo(cordon);
        }
        note.delete();
        assertThat(note.read()).isNull();
    }
}
