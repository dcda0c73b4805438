/**
 * The provider agent: from a call on a link to a request at the provider, and back.
 *
 * <p><b>Life of a call.</b> {@link io.millrace.mesh.egress.ProviderServer} takes it from the link; {@link io.millrace.mesh.egress.ProviderGate} sends it on
 * while fewer than the capacity are in the provider, lets it wait in the order of deadlines, or answers BUSY; the response's body
 * goes back over the link untouched. {@code Announcer} keeps the services registered exactly as long as the provider answers.
 *
 * <p>{@code Upstream} is the provider in the protocol that it speaks: {@code DubboUpstream} or {@code ThriftUpstream}.
 *
 * <p><b>Threads</b>: one event loop owns the links, the gate and the connection to the provider, so a call never changes thread
 * and the capacity needs no lock (docs/decisions/0003).
 */
@NullMarked
package io.millrace.mesh.egress;

import org.jspecify.annotations.NullMarked;
