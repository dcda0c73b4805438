package io.millrace.mesh.ingress;

import io.millrace.mesh.dubbo.DubboStatus;
import io.millrace.mesh.link.LinkStatus;

/** The HTTP status for every way in which a call can end. */
final class StatusMap {
    private StatusMap() {}

    static int ofDubbo(int status) {
        return switch (status) {
            case DubboStatus.OK -> 200;
            case DubboStatus.CLIENT_TIMEOUT, DubboStatus.SERVER_TIMEOUT -> 504;
            case DubboStatus.SERVICE_NOT_FOUND -> 404;
            case DubboStatus.THREAD_POOL_EXHAUSTED -> 503;
            default -> 502;
        };
    }

    static int ofLink(int status) {
        return switch (status) {
            case LinkStatus.BUSY, LinkStatus.UNAVAILABLE -> 503;
            case LinkStatus.EXPIRED, LinkStatus.TIMED_OUT -> 504;
            case LinkStatus.UNKNOWN_SERVICE -> 404;
            default -> 502;
        };
    }
}
