package io.millrace.thrift.generator.schema;

import org.jspecify.annotations.Nullable;

/** Adds up what the parts of a value take, up to a limit: beyond it the value is too large whatever else it has. */
final class Collected {
    private final long limit;
    private long values = 1;
    private int depth;

    Collected(long limit) {
        this.limit = limit;
    }

    boolean isFull() {
        return values > limit;
    }

    @Nullable
    SizedConstant add(@Nullable SizedConstant part) {
        if (part != null) {
            values += part.values();
            depth = Math.max(depth, part.depth());
        }
        return part;
    }

    SizedConstant sized(ThriftType type, ConstantValue value) {
        return new SizedConstant(type, value, values, depth + 1);
    }
}
