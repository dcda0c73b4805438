package io.millrace.newsql;

/** The server was to listen beyond this machine while root has no password. Nothing was opened; set a password first, by a server on the loopback address or by the configuration. */
public final class OpenRootException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OpenRootException(String message) {
        super(message);
    }
}
