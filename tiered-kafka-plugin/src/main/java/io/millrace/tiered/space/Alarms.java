package io.millrace.tiered.space;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Which alarms are due: each at most once in ten minutes while it lasts. <b>Threads.</b> One. */
final class Alarms {

    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Beyond, the oldest are forgotten, and may come again earlier. */
    private static final int REMEMBERED_MAX = 1000;

    private final LongSupplier nanos;
    private final Map<String, Long> raised = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    Alarms(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether to say it now. */
    boolean isDue(String alarm) {
        long now = nanos.getAsLong();
        Long before = raised.get(alarm);
        if (before != null && now - before < AGAIN_NANOS) {
            return false;
        }
        raised.remove(alarm);
        raised.put(alarm, now);
        return true;
    }
}
