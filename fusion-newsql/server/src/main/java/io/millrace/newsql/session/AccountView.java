package io.millrace.newsql.session;

import io.millrace.newsql.account.AccountStatements;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionStatements;

/** A session as statements about accounts see it. One thread. */
final class AccountView implements AccountStatements.Session {

    private final EngineState engine;
    private final ClientSession session;

    AccountView(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
    }

    @Override
    public void commit() {
        session.transactions().commit();
    }

    @Override
    public String schemaOrFail() {
        return session.schemaOrFail();
    }

    @Override
    public boolean hasTable(String schema, String table) {
        return DefinitionStatements.systemSchema(schema) != null
                || engine.catalog().picture().findTable(schema, table) != null;
    }

    @Override
    public boolean hasColumn(String schema, String table, String column) {
        TableInfo info = engine.catalog().picture().findTable(schema, table);
        return info == null || info.ordinalOf(column) >= 0;
    }

    @Override
    public void note(int code, String text) {
        session.diagnostics().note(code, text);
    }
}
