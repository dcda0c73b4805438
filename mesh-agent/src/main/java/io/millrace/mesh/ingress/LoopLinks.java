package io.millrace.mesh.ingress;

import io.millrace.mesh.link.LinkClient;
import io.millrace.mesh.link.LinkEvents;
import io.millrace.mesh.link.LinkLimits;
import io.millrace.transport.FrameException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * The links of one event loop: one to each provider agent, shared by all services that it fronts, open as long as one of them
 * counts it among its endpoints. Used on that loop only.
 */
final class LoopLinks implements LinkEvents {
    private final ConsumerServer server;
    private final LoopContext context;
    private final Map<InetSocketAddress, Shared> links = new HashMap<>();

    LoopLinks(ConsumerServer server, LoopContext context) {
        this.server = server;
        this.context = context;
    }

    /** The link to {@code address}, opened if it is the first use; {@link #release} ends the use. */
    LinkClient acquire(InetSocketAddress address) {
        Shared shared = links.get(address);
        if (shared == null) {
            LinkClient link = new LinkClient(
                    server.loops(),
                    context.loop(),
                    address,
                    LinkLimits.defaults(),
                    context.config().linkTls(),
                    server.traffic(),
                    this);
            shared = new Shared(link);
            links.put(address, shared);
            link.open();
        }
        shared.uses++;
        return shared.link;
    }

    void release(LinkClient link) {
        Shared shared = links.get(link.address());
        if (shared != null && --shared.uses == 0) {
            links.remove(link.address());
            link.close();
        }
    }

    void closeAll() {
        links.values().forEach(shared -> shared.link.close());
        links.clear();
    }

    @Override
    public void onStateChanged(LinkClient link) {
        // Calls that wait may go now, or must be told that there is nothing to wait for.
        context.loop().execute(() -> context.routes().values().forEach(Route::drain));
    }

    @Override
    public void onMalformed(String peer, FrameException why) {
        server.malformed().report("link", why.what(), peer, String.valueOf(why.getMessage()));
    }

    private static final class Shared {
        private final LinkClient link;
        private int uses;

        Shared(LinkClient link) {
            this.link = link;
        }
    }
}
