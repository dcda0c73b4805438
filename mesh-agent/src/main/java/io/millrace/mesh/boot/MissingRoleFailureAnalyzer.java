package io.millrace.mesh.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in words what was missing, in the place of a stack trace. */
final class MissingRoleFailureAnalyzer extends AbstractFailureAnalyzer<MissingRoleException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingRoleException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ": the agent does not know which side of the mesh it is on.",
                "Start it with --" + MissingRoleException.PROPERTY
                        + "=consumer (takes calls over HTTP and Thrift) or with --"
                        + MissingRoleException.PROPERTY
                        + "=provider (stands in front of a Dubbo or Thrift provider), or set MILLRACE_MESH_ROLE.",
                cause);
    }
}
