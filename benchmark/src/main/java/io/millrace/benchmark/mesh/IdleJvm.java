package io.millrace.benchmark.mesh;

import java.io.IOException;
import java.io.OutputStream;

/** A JVM that does nothing until its input ends: what memory the same flags cost without an agent. */
public final class IdleJvm {
    static final String READY = "READY idle";

    private IdleJvm() {}

    /** Says that it is there and waits. */
    public static void main(String[] args) throws IOException {
        System.out.println(READY);
        System.in.transferTo(OutputStream.nullOutputStream());
    }
}
