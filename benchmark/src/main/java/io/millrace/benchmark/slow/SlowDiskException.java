package io.millrace.benchmark.slow;

import java.io.IOException;
import java.io.Serial;

/** There is no slow disk on this machine; the message says what is missing. */
public final class SlowDiskException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    SlowDiskException(String why) {
        super(why);
    }

    SlowDiskException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
