package io.millrace.registry.etcd;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.group.LiveGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fills one group from the prefixes under which its service may stand. */
final class EtcdGroup {

    private final LiveGroup live;
    private final Session session;
    private final List<PrefixWatch> watches = new ArrayList<>();

    EtcdGroup(LiveGroup live, EtcdConfig config, Loop loop, Session session, Timing timing) {
        this.live = live;
        this.session = session;
        for (KeyLayout layout : layouts(config, live.service())) {
            watches.add(new PrefixWatch(layout, config.maxEndpoints(), loop, session, timing, this::publish));
        }
    }

    void start() {
        watches.forEach(session::add);
    }

    void stop() {
        watches.forEach(session::remove);
    }

    /** Our own keys come last: where both name an address, they say more. */
    private static List<KeyLayout> layouts(EtcdConfig config, ServiceKey service) {
        KeyLayout own = KeyLayout.millrace(config.namespace(), service);
        boolean contest = config.readContestKeys() && service.group() == null && service.version() == null;
        return contest ? List.of(KeyLayout.contest(service), own) : List.of(own);
    }

    private void publish() {
        if (!watches.stream().allMatch(PrefixWatch::isAnswered)) {
            return;
        }
        Map<String, Endpoint> byAddress = new LinkedHashMap<>();
        for (PrefixWatch watch : watches) {
            watch.endpoints().forEach(endpoint -> byAddress.put(endpoint.address(), endpoint));
        }
        live.publish(byAddress.values());
    }
}
