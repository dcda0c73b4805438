package io.millrace.newsql.mysql.result;

import java.io.InputStream;

/** Asks the client for a file; the connection's part of {@link io.millrace.newsql.mysql.ResultSink#localInfile}. */
public interface LocalFiles {

    /** Sends the request and gives the stream that waits for the client. */
    InputStream open(String fileName);

    /** Reads on to the end of the file that is open, if there is one, and then goes on with the packets' numbers. */
    void end();
}
