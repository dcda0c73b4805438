package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem;

/** Ends the reading of one definition; caught where the next is looked for, so it needs no stack trace. */
final class SyntaxFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient IdlProblem problem;

    SyntaxFailure(IdlProblem.Kind kind, IdlPosition position, String message) {
        super(message, null, false, false);
        this.problem = new IdlProblem(kind, position, message);
    }

    IdlProblem problem() {
        return problem;
    }
}
