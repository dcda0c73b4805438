package io.millrace.newsql.session;

import io.millrace.newsql.definition.DefinitionSession;
import io.millrace.newsql.variable.Variables;
import org.jspecify.annotations.Nullable;

/** A session as changes of definitions see it. One thread. */
final class DefinitionView implements DefinitionSession {

    private final ClientSession session;

    DefinitionView(ClientSession session) {
        this.session = session;
    }

    @Override
    public void commit() {
        session.transactions().commit();
    }

    @Override
    public @Nullable String schema() {
        return session.schema();
    }

    @Override
    public String schemaOrFail() {
        return session.schemaOrFail();
    }

    @Override
    public void leaveSchema() {
        session.leaveSchema();
    }

    @Override
    public void note(int code, String text) {
        session.diagnostics().note(code, text);
    }

    @Override
    public long lockWaitSeconds() {
        return session.variables().number(Variables.LOCK_WAIT);
    }
}
