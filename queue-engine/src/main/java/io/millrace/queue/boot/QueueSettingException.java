package io.millrace.queue.boot;

/** A property under {@code millrace.queue} that the engine refuses. */
final class QueueSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String property;

    QueueSettingException(String property, String what) {
        super(property + ' ' + what);
        this.property = property;
    }

    QueueSettingException(String property, String what, Throwable cause) {
        super(property + ' ' + what, cause);
        this.property = property;
    }

    String property() {
        return property;
    }
}
