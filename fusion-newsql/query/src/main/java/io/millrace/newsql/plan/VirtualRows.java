package io.millrace.newsql.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the rows of a virtual table when it is read. */
@FunctionalInterface
public interface VirtualRows {
    List<@Nullable Object[]> make();
}
