package io.millrace.tiered.cold;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** Where the segments are, and what is known of them: so many entries as there are segments. <b>Threads.</b> Safe. */
final class SegmentPlaces {

    private enum Knowledge {
        NOTHING,
        VERIFIED,
        DAMAGED
    }

    private record Place(ColdDirectory directory, String folder, Knowledge knowledge) {

        Place with(Knowledge other) {
            return new Place(directory, folder, other);
        }
    }

    private final Map<Uuid, Place> places = new HashMap<>();

    /**
     * Adds what a directory held when it was opened; a segment that was copied elsewhere in the meantime stays there.
     *
     * @return the segments of which a verified copy is elsewhere, and the name of each one's folder
     */
    synchronized Map<Uuid, String> add(ColdDirectory directory) {
        Map<Uuid, String> twins = new HashMap<>();
        directory.segmentsAtStart().forEach((segment, folder) -> {
            Place other = places.putIfAbsent(segment, new Place(directory, folder, Knowledge.NOTHING));
            if (other != null && other.knowledge() == Knowledge.VERIFIED) {
                twins.put(segment, folder);
            }
        });
        return twins;
    }

    synchronized void put(SegmentIdentity identity, ColdDirectory directory) {
        places.put(identity.id(), new Place(directory, identity.folder(), Knowledge.NOTHING));
    }

    synchronized void remove(Uuid segment) {
        places.remove(segment);
    }

    /** Forgets what a directory held. */
    synchronized void removeAll(ColdDirectory directory) {
        places.values().removeIf(place -> place.directory() == directory);
    }

    synchronized @Nullable ColdDirectory find(Uuid segment) {
        Place place = places.get(segment);
        return place == null ? null : place.directory();
    }

    /** Looks for a segment that another broker may have copied into one of these. */
    @Nullable
    ColdDirectory probe(SegmentIdentity identity, List<ColdDirectory> directories) {
        for (ColdDirectory directory : directories) {
            if (directory.holds(identity)) {
                put(identity, directory);
                return directory;
            }
        }
        return null;
    }

    synchronized void verified(Uuid segment) {
        places.computeIfPresent(segment, (id, place) -> place.with(Knowledge.VERIFIED));
    }

    synchronized void damaged(Uuid segment) {
        places.computeIfPresent(segment, (id, place) -> place.with(Knowledge.DAMAGED));
    }

    synchronized boolean isVerified(Uuid segment) {
        return knows(segment, Knowledge.VERIFIED);
    }

    synchronized boolean isDamaged(Uuid segment) {
        return knows(segment, Knowledge.DAMAGED);
    }

    /** The segments of each folder; the caller's. */
    synchronized Map<String, Set<Uuid>> byFolder() {
        Map<String, Set<Uuid>> found = new HashMap<>();
        places.forEach((segment, place) ->
                found.computeIfAbsent(place.folder(), folder -> new HashSet<>()).add(segment));
        return found;
    }

    synchronized int count() {
        return places.size();
    }

    private boolean knows(Uuid segment, Knowledge knowledge) {
        Place place = places.get(segment);
        return place != null && place.knowledge() == knowledge;
    }
}
