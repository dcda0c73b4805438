package io.millrace.thrift.generator;

import java.util.List;
import java.util.stream.Collectors;

/** IDL files that cannot be used; {@link #problems()} says all that was found wrong, in the order in which it was found. */
public final class IdlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<IdlProblem> problems;

    /**
     * With what is wrong.
     *
     * @throws IllegalArgumentException if nothing is
     */
    public IdlException(List<IdlProblem> problems) {
        super(problems.stream().map(IdlProblem::toString).collect(Collectors.joining("\n")));
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("no problems");
        }
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, at least one thing. */
    public List<IdlProblem> problems() {
        return problems;
    }
}
