/**
 * The registry in etcd.
 *
 * <p>All state belongs to one thread, the {@code Loop}; answers of etcd are posted to it and nothing on it blocks.
 * Listeners and stages of callers are served by a second thread, so that a slow listener cannot let the lease expire.
 *
 * <pre>
 *   register ─► EtcdRegistration ─► Registrar ─► LeaseKeeper ─┐
 *                                                             ├─► Session ─► EtcdConnection ─► jetcd
 *   watch ────► EtcdGroup ─► PrefixWatch ─► EndpointView ─────┘
 * </pre>
 *
 * <p><b>The connection.</b> {@code Session} has at most one {@code EtcdConnection}, a jetcd client. Whatever goes wrong
 * with it (an error, an answer that does not come in time, a probe that fails) ends it: the client is thrown away, the
 * parts are told, and after a jittered pause a new one is built. Nothing is left to jetcd's and gRPC's own
 * reconnecting: gRPC's pauses grow to two minutes, and a watch that jetcd resumes starts at the revision that etcd had
 * when the watch was created, so that events between that and the first delivered one are lost.
 *
 * <p><b>A watch.</b> {@code PrefixWatch} reads the keys of a service and watches from the revision of that answer + 1.
 * When the watch ends, for a compaction or with the connection, it reads again: after etcd lost its data, revisions
 * start over, and a watch for the old one would wait in silence. {@code EndpointView} decides what the answers mean for
 * the group, with the grace for endpoints that were there before and are missing after.
 *
 * <p><b>A registration.</b> {@code Registrar} holds for each key what should stand there, and brings etcd to it, one
 * request at a time for each key. {@code LeaseKeeper} holds the one lease under which all is written. A new connection
 * or a new lease makes every key dirty, so it is written again.
 */
@NullMarked
package io.millrace.registry.etcd;

import org.jspecify.annotations.NullMarked;
