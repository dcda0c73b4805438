package io.millrace.newsql.node.command;

import java.util.List;

/** What commands ask of the node itself. <b>Threads.</b> Safe. */
public interface NodeFacts {

    /** Whether connections must authenticate. */
    boolean needsPassword();

    /** Compares in a time that tells nothing of where they differ. */
    boolean isPassword(byte[] password);

    /** Text of INFO, of the section in lower case, or of all sections if it is empty. */
    String info(String section);

    /** Settings by name, as CONFIG GET shows them; no secret among them. */
    List<Setting> settings();

    /** A setting that CONFIG GET shows. */
    record Setting(String name, String value) {}

    String host();

    int port();

    /** Where scans go on. */
    ScanCursors cursors();

    /** Most bytes of a MULTI's commands. */
    long transactionBytesMax();

    int watchedKeysMax();
}
