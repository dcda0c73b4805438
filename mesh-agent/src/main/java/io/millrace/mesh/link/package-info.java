/**
 * The link: one multiplexed connection between a consumer agent and a provider agent.
 *
 * <p><b>Life of a link.</b> The consumer agent connects and says HELLO (version, features). The provider agent answers with its own
 * and with the window: the number of calls that may be open at a time. CALL and REPLY follow in any order. Both sides PING when
 * nothing was heard for a while and close after three silences. GOAWAY names the last call that will be answered; what was sent
 * after it was not taken and may be sent elsewhere.
 *
 * <p><b>Bytes</b>: {@link io.millrace.mesh.link.LinkDescriptor}, and in prose {@code docs/formats/mesh-link.md}. A frame of an
 * unknown kind is skipped. The payload of a call belongs to the protocol that it carries; nothing here looks into it.
 *
 * <p><b>Threads</b>: a link belongs to one event loop, on both sides. <b>Limits</b>: {@link io.millrace.mesh.link.LinkLimits}.
 */
@NullMarked
package io.millrace.mesh.link;

import org.jspecify.annotations.NullMarked;
