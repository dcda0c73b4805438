package io.millrace.newsql.session;

import io.millrace.newsql.mysql.SessionChange;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import io.millrace.newsql.variable.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a client that tracks its session is still to be told. One thread. */
final class SessionChanges {

    private static final SystemVariable TRACKED = SystemVariables.get("session_track_system_variables");
    private static final SystemVariable TRACKS_SCHEMA = SystemVariables.get("session_track_schema");
    private static final SystemVariable TRACKS_STATE = SystemVariables.get("session_track_state_change");

    private final Variables variables;
    private final boolean tracks;
    private final List<SessionChange> changes = new ArrayList<>();

    SessionChanges(Variables variables, boolean tracks) {
        this.variables = variables;
        this.tracks = tracks;
    }

    void schema(String name) {
        if (tracks && variables.isOn(TRACKS_SCHEMA)) {
            changes.add(new SessionChange.Schema(name));
        }
        any();
    }

    void variable(SystemVariable variable) {
        if (tracks && isTracked(variable.name())) {
            changes.add(
                    new SessionChange.Variable(variable.name(), variable.type().shown(variables.get(variable))));
        }
        any();
    }

    private boolean isTracked(String name) {
        String tracked = variables.text(TRACKED).toLowerCase(Locale.ROOT);
        if (tracked.equals("*")) {
            return true;
        }
        for (String each : tracked.split(",")) {
            if (each.strip().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void any() {
        if (tracks && variables.isOn(TRACKS_STATE) && changes.stream().noneMatch(SessionChange.Any.class::isInstance)) {
            changes.add(new SessionChange.Any());
        }
    }

    List<SessionChange> take() {
        if (changes.isEmpty()) {
            return List.of();
        }
        List<SessionChange> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    void clear() {
        changes.clear();
    }
}
