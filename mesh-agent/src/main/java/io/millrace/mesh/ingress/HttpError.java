package io.millrace.mesh.ingress;

/** A request that is answered with an error and ends its connection, since where the next one starts cannot be trusted. */
final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    HttpError(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }

    String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
