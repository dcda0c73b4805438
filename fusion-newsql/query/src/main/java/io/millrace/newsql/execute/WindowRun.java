package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.WindowCall;
import io.millrace.newsql.plan.WindowPlan;
import java.util.List;

/** Computes the windows of a block one after the other: the rows that one gives are those that the next sorts. One thread. Must be closed. */
final class WindowRun implements AutoCloseable {

    private final List<WindowPlan> windows;
    private final List<WindowStep> steps;
    private boolean started;

    WindowRun(List<WindowPlan> windows, Execution execution) {
        this.windows = windows;
        this.steps = windows.stream()
                .map(window -> new WindowStep(window, execution))
                .toList();
    }

    /** Takes the frame's row, until the first is given. */
    void add(Frame frame) {
        for (WindowPlan window : windows) {
            for (WindowCall call : window.calls()) {
                call.inputs()
                        .forEach(input ->
                                frame.slots()[input.slot()] = input.value().eval(frame));
            }
        }
        steps.get(0).add(frame.slots().clone(), frame);
    }

    /** Puts the next row into the frame. */
    boolean next(Frame frame) {
        if (!started) {
            started = true;
            start(frame);
        }
        return steps.get(steps.size() - 1).next(frame);
    }

    private void start(Frame frame) {
        for (int i = 0; i < steps.size(); i++) {
            WindowStep step = steps.get(i);
            step.finish();
            if (i < steps.size() - 1) {
                while (step.next(frame)) {
                    steps.get(i + 1).add(frame.slots(), frame);
                }
                step.close();
            }
        }
    }

    @Override
    public void close() {
        steps.forEach(WindowStep::close);
    }
}
