package io.millrace.newsql.mysql;

/** A change of the session that a client with {@link Capabilities#SESSION_TRACK} is told. */
public sealed interface SessionChange {

    /** A system variable that the client asked to be told of. */
    record Variable(String name, String value) implements SessionChange {}

    /** The default schema. */
    record Schema(String name) implements SessionChange {}

    /** That anything of the session has changed. */
    record Any() implements SessionChange {}

    /** GTIDs of what was committed. */
    record Gtids(String gtids) implements SessionChange {}

    /** Statements that would start the same transaction again; empty for none. */
    record TransactionCharacteristics(String statements) implements SessionChange {}

    /** The eight characters of the transaction's state, such as {@code T_______}. */
    record TransactionState(String state) implements SessionChange {}
}
