package io.millrace.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The script answers {@code --help} and a mistyped flag from text files, before anything is built. They say what the
 * launcher says. After a change of options, {@code -Dmillrace.help.write=true} writes them anew.
 */
class HelpFilesTest {

    @ParameterizedTest
    @ValueSource(strings = {"demo", "up", "agent", "wal", "queue", "sql", "tiered", "thrift"})
    void sayWhatTheLauncherSays(String command) throws IOException {
        Path file = Path.of("src/main/sh/help", command + ".txt");
        String text =
                help(requireNonNull(Launcher.commandLine().getSubcommands().get(command)));
        if (Boolean.getBoolean("millrace.help.write")) {
            Files.writeString(file, text);
        }

        assertThat(file).content().isEqualTo(text);
    }

    private static String help(CommandLine command) {
        String own = command.getUsageMessage(CommandLine.Help.Ansi.OFF).replace("Usage: ", "Usage: ./");
        String subcommands = command.getSubcommands().values().stream()
                .map(subcommand -> "\n" + help(subcommand))
                .collect(Collectors.joining());
        return own + subcommands;
    }
}
