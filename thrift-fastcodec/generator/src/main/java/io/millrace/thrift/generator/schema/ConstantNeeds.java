package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.ConstExpression;
import io.millrace.thrift.generator.syntax.Definition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which constants of the same file a constant names. */
final class ConstantNeeds {

    private ConstantNeeds() {}

    static List<Definition.Const> of(Definition.Const constant, Map<String, Definition.Const> constants) {
        List<Definition.Const> needed = new ArrayList<>();
        collect(constant.value(), constants, needed);
        return needed;
    }

    private static void collect(
            ConstExpression value, Map<String, Definition.Const> constants, List<Definition.Const> needed) {
        if (value instanceof ConstExpression.Name name) {
            Definition.Const other = constants.get(name.name());
            if (other != null) {
                needed.add(other);
            }
        } else if (value instanceof ConstExpression.Items items) {
            items.values().forEach(item -> collect(item, constants, needed));
        } else if (value instanceof ConstExpression.Pairs pairs) {
            pairs.pairs().forEach(pair -> {
                collect(pair.key(), constants, needed);
                collect(pair.value(), constants, needed);
            });
        }
    }
}
