package io.millrace.registry.etcd;

/** What lives on a connection and survives it. Called on the loop only. */
interface Part {

    /** There is a connection that answers. Also called at once for a part that comes while there is one. */
    void connected(EtcdConnection connection);

    /** The connection is gone; nothing that was asked on it will be answered. */
    void disconnected();
}
