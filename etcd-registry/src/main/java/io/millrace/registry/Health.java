package io.millrace.registry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether the registry can be reached.
 *
 * @param connected true if the registry answers, and refuses nothing that is watched or registered here
 * @param since when {@code connected} took its present value
 * @param lastError what went wrong last, also after it healed; null if nothing did
 */
public record Health(boolean connected, Instant since, @Nullable String lastError) {}
