package io.millrace.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Optional;

/** Rules 5, 6 and 7: what may be imported only behind its fence. */
final class FenceRules {

    private final ArchitectureMap map;

    FenceRules(ArchitectureMap map) {
        this.map = map;
    }

    /** One rule for each fence. */
    List<ArchRule> fences() {
        return map.fences().stream().map(FenceRules::rule).toList();
    }

    private static ArchRule rule(Fence fence) {
        String where = fence.allowedIn().isEmpty() ? "nowhere" : "only in " + String.join(", ", fence.allowedIn());
        return EdgeRule.of(
                "5-7 " + fence.what() + " " + where,
                (from, to) -> fence.holds(from, to) ? Optional.empty() : Optional.of(fence.what() + " is fenced off"));
    }
}
