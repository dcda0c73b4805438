package io.millrace.newsql.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which property is wrong, in the place of a stack trace. */
final class NewSqlSettingFailureAnalyzer extends AbstractFailureAnalyzer<NewSqlSettingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NewSqlSettingException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Correct " + cause.property() + "; docs/operating/newsql.md says what each setting takes.",
                cause);
    }
}
