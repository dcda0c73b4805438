package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.trial.TrialSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a broker keeps what.
 *
 * @param realtime logs of the topic that is kept up with: on the fast disk, or without tiers on a part of the slow one that has nothing else
 * @param lagging logs of the topics that are lagged behind; with tiers the same folder
 * @param cold the slow tier; nothing uses it without tiers
 */
record BrokerFolders(Path realtime, Path lagging, Path cold) {
    static BrokerFolders of(TrialSettings settings) throws IOException {
        BrokerFolders folders =
                new BrokerFolders(settings.path("realtime-logs"), settings.path("lagging-logs"), settings.path("cold"));
        Files.createDirectories(folders.cold);
        return folders;
    }

    /** Of Kafka, each once. */
    List<Path> logs() {
        Set<Path> folders = new LinkedHashSet<>(List.of(realtime, lagging));
        return List.copyOf(folders);
    }

    /** Where segments of topics that are lagged behind can be: their logs, and the whole slow tier. */
    List<Path> ofLagging(Collection<String> topics) {
        return Stream.concat(topics.stream().map(each -> lagging.resolve(each + "-0")), Stream.of(cold))
                .toList();
    }
}
