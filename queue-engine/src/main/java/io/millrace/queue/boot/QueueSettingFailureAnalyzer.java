package io.millrace.queue.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which property is wrong, in the place of a stack trace. */
final class QueueSettingFailureAnalyzer extends AbstractFailureAnalyzer<QueueSettingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, QueueSettingException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Correct " + cause.property() + "; docs/operating/queue.md says what each setting takes.",
                cause);
    }
}
