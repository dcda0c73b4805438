package io.millrace.tiered.tool;

import java.nio.file.Path;

/**
 * Copies of a partition that no topic claims.
 *
 * @param folder where they lie
 * @param topic the name in their manifests
 * @param kind why nobody claims them
 * @param segments how many
 * @param bytes of data
 */
public record Orphan(Path folder, String topic, Kind kind, int segments, long bytes) {

    /** Why nobody claims them. */
    public enum Kind {
        /** The cluster has no topic of this id. The broker deletes such copies after two looks and its grace period. */
        NO_TOPIC("the cluster has no topic of this id"),
        /** The topic has no such partition. */
        NO_PARTITION("the topic has no such partition"),
        /** The broker has no replica: it keeps them until every current replica holds each of them. */
        NO_REPLICA("the broker has no replica of it; it keeps them until every current replica holds each of them"),
        /** Every live replica says that they are gone for everybody. */
        GONE("every live replica says that these segments are gone");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** For people. */
        public String text() {
            return text;
        }
    }
}
