package io.millrace.tiered.cold;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** The manifests used last: without them each fetch would cost the disk one more seek. Thread-safe. */
final class KnownManifests {

    /** Of a segment of 1 GiB in chunks of 1 MiB a manifest takes some 4 KiB. */
    private static final int COUNT_MAX = 512;

    private final Map<Uuid, Manifest> manifests = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Uuid, Manifest> eldest) {
            return size() > COUNT_MAX;
        }
    };

    synchronized @Nullable Manifest find(Uuid segment) {
        return manifests.get(segment);
    }

    synchronized void put(Manifest manifest) {
        manifests.put(manifest.identity().id(), manifest);
    }

    synchronized void forget(Uuid segment) {
        manifests.remove(segment);
    }
}
