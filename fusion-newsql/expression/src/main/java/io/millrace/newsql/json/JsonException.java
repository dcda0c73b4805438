package io.millrace.newsql.json;

/** Text that is no JSON, or no path. */
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int position;

    JsonException(String problem, int position) {
        super(problem, null, false, false);
        this.position = position;
    }

    /** Index of the character where it was found, from 0. */
    public int position() {
        return position;
    }
}
