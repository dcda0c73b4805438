package io.millrace.thrift.generator.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which nodes of a graph can reach themselves: those of a strongly connected component with more than one node, or with an
 * edge to itself. Tarjan's algorithm (1972) with a stack of its own, linear in nodes and edges.
 */
final class Recursion<T> {
    private final Function<T, ? extends Collection<T>> edges;
    private final Map<T, Integer> index = new HashMap<>();
    private final Map<T, Integer> lowest = new HashMap<>();
    private final Deque<T> component = new ArrayDeque<>();
    private final Set<T> inComponent = new HashSet<>();
    private final Deque<Step<T>> path = new ArrayDeque<>();
    private final Set<T> recursive = new HashSet<>();

    private Recursion(Function<T, ? extends Collection<T>> edges) {
        this.edges = edges;
    }

    private record Step<T>(T node, Iterator<T> next) {}

    static <T> Set<T> of(Collection<T> nodes, Function<T, ? extends Collection<T>> edges) {
        Recursion<T> walk = new Recursion<>(edges);
        for (T node : nodes) {
            if (!walk.index.containsKey(node)) {
                walk.visit(node);
            }
        }
        return walk.recursive;
    }

    private void visit(T start) {
        enter(start);
        while (!path.isEmpty()) {
            Step<T> step = path.getLast();
            if (!step.next().hasNext()) {
                path.removeLast();
                leave(step.node());
                continue;
            }
            T next = step.next().next();
            if (next.equals(step.node())) {
                recursive.add(next);
            } else if (!index.containsKey(next)) {
                enter(next);
            } else if (inComponent.contains(next)) {
                lowest.merge(step.node(), index.getOrDefault(next, 0), Math::min);
            }
        }
    }

    private void enter(T node) {
        lowest.put(node, index.size());
        index.put(node, index.size());
        component.addLast(node);
        inComponent.add(node);
        path.addLast(new Step<>(node, new ArrayList<T>(edges.apply(node)).iterator()));
    }

    private void leave(T node) {
        int low = lowest.getOrDefault(node, 0);
        if (!path.isEmpty()) {
            lowest.merge(path.getLast().node(), low, Math::min);
        }
        if (low != index.getOrDefault(node, 0)) {
            return;
        }
        List<T> members = new ArrayList<>();
        T member;
        do {
            member = component.removeLast();
            inComponent.remove(member);
            members.add(member);
        } while (!member.equals(node));
        if (members.size() > 1) {
            recursive.addAll(members);
        }
    }
}
