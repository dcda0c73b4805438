package io.millrace.tiered.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which topics' followers live where: the first rule whose pattern is the whole name of a topic counts. Followers of topics without a rule stay where they are. Immutable.
 *
 * <pre>
 *   # topic        followers
 *   audit-.*       hdd
 *   .*             ssd
 * </pre>
 */
final class PlacementRules {

    /** No rule. */
    static final PlacementRules NONE = new PlacementRules(List.of());

    private static final int RULES_MAX = 1000;

    private final List<Rule> rules;

    private record Rule(Pattern topics, Tier followers) {}

    private PlacementRules(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Reads lines with a pattern, white space, and {@code ssd} or {@code hdd}; empty lines and those with # in front do not count.
     *
     * @throws IllegalArgumentException that names the line and what is expected
     */
    static PlacementRules parse(List<String> lines) {
        List<Rule> rules = new ArrayList<>();
        for (String line : lines) {
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                rules.add(rule(text));
            }
        }
        if (rules.size() > RULES_MAX) {
            throw new IllegalArgumentException("rules: " + rules.size() + " (expected: <= " + RULES_MAX + ")");
        }
        return new PlacementRules(rules);
    }

    private static Rule rule(String line) {
        String[] fields = line.split("\\s+", -1);
        try {
            if (fields.length == 2 && (fields[1].equals("ssd") || fields[1].equals("hdd"))) {
                return new Rule(Pattern.compile(fields[0]), fields[1].equals("ssd") ? Tier.SSD : Tier.HDD);
            }
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "rule: " + line + " (expected: a pattern of topics), " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("rule: " + line + " (expected: a pattern of topics, then ssd or hdd)");
    }

    /** Where followers of a topic live; empty for wherever they are. */
    Optional<Tier> followers(String topic) {
        return rules.stream()
                .filter(rule -> rule.topics().matcher(topic).matches())
                .map(Rule::followers)
                .findFirst();
    }

    @Override
    public String toString() {
        return rules.toString();
    }
}
