package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.SyntaxLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Puts things behind what they need, by a walk in depth that keeps its own stack: chains may be as long as memory allows. */
final class DependencyOrder<T> {
    private final Function<T, ? extends Collection<T>> needs;
    private final Consumer<List<T>> onCycle;
    private final Map<T, Boolean> finished = new HashMap<>();
    private final Deque<Step<T>> path = new ArrayDeque<>();
    private int circles;
    private final List<T> order = new ArrayList<>();

    private DependencyOrder(Function<T, ? extends Collection<T>> needs, Consumer<List<T>> onCycle) {
        this.needs = needs;
        this.onCycle = onCycle;
    }

    private record Step<T>(T node, Iterator<T> needed) {}

    /**
     * All nodes and what they need, each once.
     *
     * @param onCycle gets each circle that is met, the first hundred, from a node by way of what it needs to that node again; the need that
     *     closes it is then left out
     */
    static <T> List<T> of(Collection<T> nodes, Function<T, ? extends Collection<T>> needs, Consumer<List<T>> onCycle) {
        DependencyOrder<T> walk = new DependencyOrder<>(needs, onCycle);
        nodes.forEach(walk::visit);
        return walk.order;
    }

    private void visit(T start) {
        enter(start);
        while (!path.isEmpty()) {
            Step<T> step = path.getLast();
            if (step.needed().hasNext()) {
                enter(step.needed().next());
            } else {
                path.removeLast();
                finished.put(step.node(), true);
                order.add(step.node());
            }
        }
    }

    private void enter(T node) {
        Boolean state = finished.get(node);
        if (state == null) {
            finished.put(node, false);
            path.addLast(new Step<>(node, new ArrayList<T>(needs.apply(node)).iterator()));
        } else if (!state && circles++ < SyntaxLimits.PROBLEMS) {
            onCycle.accept(circle(node));
        }
    }

    private List<T> circle(T node) {
        List<T> circle = new ArrayList<>();
        for (Step<T> step : path) {
            if (!circle.isEmpty() || step.node().equals(node)) {
                circle.add(step.node());
            }
        }
        circle.add(node);
        return circle;
    }
}
