package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * What has been found wrong so far, at most {@link SyntaxLimits#PROBLEMS} mistakes and as many warnings; what comes later is
 * dropped. <b>Threads:</b> one.
 */
public final class Problems {
    private final List<IdlProblem> mistakes = new ArrayList<>();
    private final List<IdlProblem> warnings = new ArrayList<>();

    /** Keeps a mistake: the files cannot be used. */
    public void report(IdlProblem.Kind kind, IdlPosition position, String message) {
        if (!isFull()) {
            mistakes.add(new IdlProblem(kind, position, message));
        }
    }

    /** Keeps a warning: the files can be used. */
    public void warn(IdlProblem.Kind kind, IdlPosition position, String message) {
        if (warnings.size() < SyntaxLimits.PROBLEMS) {
            warnings.add(new IdlProblem(kind, position, message));
        }
    }

    /** Syntax alone: one mistake a line, because what follows the first is mostly its echo. */
    void reportSyntax(IdlProblem.Kind kind, IdlPosition position, String message) {
        if (!mistakes.isEmpty()) {
            IdlPosition last = mistakes.get(mistakes.size() - 1).position();
            if (last.line() == position.line() && last.file().equals(position.file())) {
                return;
            }
        }
        report(kind, position, message);
    }

    /** Whether no further mistake would be kept, so that looking for one is idle. */
    public boolean isFull() {
        return mistakes.size() >= SyntaxLimits.PROBLEMS;
    }

    /** Whether there is any mistake. */
    public boolean areThere() {
        return !mistakes.isEmpty();
    }

    /** The warnings, as found. */
    public List<IdlProblem> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * Goes on if there is no mistake.
     *
     * @throws IdlException with all of them
     */
    public void throwIfAny() {
        if (areThere()) {
            throw new IdlException(mistakes);
        }
    }
}
