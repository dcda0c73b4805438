package io.millrace.launcher.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Properties in the order in which they were set, as arguments of the agent's program: {@code --name=value}. */
final class AgentProperties {

    private final List<String> arguments = new ArrayList<>();

    /** Sets a property, unless the option behind it was not given. */
    AgentProperties set(String name, @Nullable Object value) {
        if (value != null) {
            arguments.add("--" + name + '=' + value);
        }
        return this;
    }

    /** Sets {@code name[0]}, {@code name[1]}… */
    AgentProperties setEach(String name, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            set(name + '[' + i + ']', values.get(i));
        }
        return this;
    }

    /** Adds properties that the user wrote as such; they come last and so win. */
    AgentProperties passThrough(List<String> properties) {
        arguments.addAll(properties);
        return this;
    }

    List<String> arguments() {
        return List.copyOf(arguments);
    }
}
