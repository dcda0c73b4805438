package io.millrace.mesh.dubbo;

/** The status byte of a Dubbo response. */
public final class DubboStatus {
    public static final int OK = 20;
    public static final int SERIALIZATION_ERROR = 25;
    public static final int CLIENT_TIMEOUT = 30;
    public static final int SERVER_TIMEOUT = 31;
    public static final int CHANNEL_INACTIVE = 35;
    public static final int BAD_REQUEST = 40;
    public static final int BAD_RESPONSE = 50;
    public static final int SERVICE_NOT_FOUND = 60;
    public static final int SERVICE_ERROR = 70;
    public static final int SERVER_ERROR = 80;
    public static final int CLIENT_ERROR = 90;
    public static final int THREAD_POOL_EXHAUSTED = 100;

    private DubboStatus() {}
}
