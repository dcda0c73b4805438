package io.millrace.newsql.conformance;

/** A server that somebody else started and ends. */
record RemoteServer(String name, String jdbcUrl) implements ServerUnderTest {

    @Override
    public void close() {}
}
