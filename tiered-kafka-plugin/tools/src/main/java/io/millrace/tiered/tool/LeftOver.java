package io.millrace.tiered.tool;

import java.nio.file.Path;

/**
 * A file of ours that belongs to no segment: of a copy under way, or of one that was cut; then the broker's next start removes it.
 *
 * @param file where
 * @param bytes how long
 */
public record LeftOver(Path file, long bytes) {}
