package io.millrace.mesh.balance;

import io.millrace.registry.Endpoint;

/** A candidate whose link a test opens and shuts. */
final class TestCandidate extends Candidate {
    final String name;
    boolean reachable = true;

    TestCandidate(String name, EndpointState state) {
        super(state);
        this.name = name;
    }

    static TestCandidate of(String name, int weight, int capacity) {
        return of(name, weight, capacity, new Ejection.Floor());
    }

    static TestCandidate of(String name, int weight, int capacity, Ejection.Floor floor) {
        return new TestCandidate(name, new EndpointState(endpoint(weight, capacity), 0, 0, new Ejection(floor)));
    }

    static Endpoint endpoint(int weight, int capacity) {
        return Endpoint.of("127.0.0.1", 20880).withWeight(weight).withCapacity(capacity);
    }

    @Override
    protected boolean isReachable() {
        return reachable;
    }

    @Override
    public String toString() {
        return name;
    }
}
