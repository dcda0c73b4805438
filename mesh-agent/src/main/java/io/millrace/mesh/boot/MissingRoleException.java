package io.millrace.mesh.boot;

/** The agent's program was started without being told which agent it is. */
final class MissingRoleException extends RuntimeException {
    static final String PROPERTY = "millrace.mesh.role";

    private static final long serialVersionUID = 1;

    MissingRoleException() {
        super(PROPERTY + " is not set");
    }
}
