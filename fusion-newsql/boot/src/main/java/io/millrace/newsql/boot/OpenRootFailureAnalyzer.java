package io.millrace.newsql.boot;

import io.millrace.newsql.OpenRootException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to give root a password, where the server would be open to everybody without. */
final class OpenRootFailureAnalyzer extends AbstractFailureAnalyzer<OpenRootException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, OpenRootException cause) {
        return new FailureAnalysis(
                "The SQL server does not listen where others could come in as root: " + cause.getMessage(),
                "Put a password into a file and name it with millrace.newsql.root-password-file, or listen on a loopback address"
                        + " (millrace.newsql.listen-address).",
                cause);
    }
}
