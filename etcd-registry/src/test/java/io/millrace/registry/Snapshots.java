package io.millrace.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every snapshot that a group has shown since this began to listen. */
public final class Snapshots implements AutoCloseable {

    private final List<List<Endpoint>> seen = new CopyOnWriteArrayList<>();
    private final EndpointGroup.Subscription subscription;

    private Snapshots(EndpointGroup group) {
        subscription = group.listen(seen::add);
    }

    public static Snapshots of(EndpointGroup group) {
        return new Snapshots(group);
    }

    public List<List<Endpoint>> seen() {
        return List.copyOf(seen);
    }

    public List<Endpoint> last() {
        return seen.get(seen.size() - 1);
    }

    /** The size of the smallest snapshot. */
    public int sizeMin() {
        return seen.stream().mapToInt(List::size).min().orElseThrow();
    }

    /** The weights that the only endpoint of the group went through. */
    public List<Integer> weights() {
        return seen.stream().map(endpoints -> endpoints.get(0).weight()).toList();
    }

    @Override
    public void close() {
        subscription.close();
    }
}
