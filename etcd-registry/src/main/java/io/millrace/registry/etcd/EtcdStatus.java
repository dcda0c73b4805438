package io.millrace.registry.etcd;

import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;

/** The gRPC status inside an error of jetcd, which comes either as gRPC's exception or as jetcd's own. */
final class EtcdStatus {

    private EtcdStatus() {}

    static Status of(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof EtcdException etcd) {
                return Status.Code.valueOf(etcd.getErrorCode().name())
                        .toStatus()
                        .withDescription(etcd.getMessage());
            }
        }
        return Status.fromThrowable(error);
    }
}
