package io.millrace.mesh;

import java.util.Map;

/**
 * What an agent says of itself.
 *
 * @param ready whether it can do its job now: a consumer agent is bound and not draining, and its registry has been reached; a
 *     provider agent's provider answers and it is registered
 * @param details facts for the operator, by name
 */
public record MeshHealth(boolean ready, Map<String, String> details) {}
