package io.millrace.benchmark.peers.tiered;

/** Those that keep up: one that writes, one that follows it, one that comes every few seconds. */
record RealtimeClients(PacedProducer producer, TailConsumer tail, VisitingConsumer visitor) {
    static RealtimeClients of(String address, LoadRun.Pace pace, LoadWindow window) {
        PacedProducer producer = new PacedProducer(
                address,
                TrialTopics.REALTIME,
                TrialTopics.REALTIME_NUMBER,
                pace.recordsPerSecond(),
                pace.firstOffset(),
                window);
        return new RealtimeClients(
                producer,
                new TailConsumer(
                        address, TrialTopics.REALTIME, TrialTopics.REALTIME_NUMBER, pace.firstOffset(), window),
                new VisitingConsumer(
                        address,
                        TrialTopics.REALTIME,
                        TrialTopics.REALTIME_NUMBER,
                        pace.firstOffset(),
                        window,
                        pace.visitSeconds(),
                        producer::acknowledged));
    }
}
