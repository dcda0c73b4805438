package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import java.util.List;
import java.util.stream.Collectors;

/** The fields of a large struct, by ranges of their ids. */
final class FieldGroups {

    private FieldGroups() {}

    /** Calls the method of the range that {@code field}'s id lies in. */
    static void choose(CodeBlock.Builder code, List<List<FieldCode>> groups, String call) {
        code.addStatement("short id = (short) field");
        for (int i = 1; i <= groups.size(); i++) {
            List<FieldCode> group = groups.get(i - 1);
            if (i == 1) {
                code.beginControlFlow(
                        "if (id <= $L)", group.get(group.size() - 1).id());
            } else if (i < groups.size()) {
                code.nextControlFlow(
                        "else if (id <= $L)", group.get(group.size() - 1).id());
            } else {
                code.nextControlFlow("else");
            }
            code.addStatement(call, i);
        }
        code.endControlFlow();
    }

    /** Labels of a switch over the low half of what inputs call a field. */
    static String ids(List<FieldCode> fields) {
        return fields.stream()
                .map(field -> field.id() >= 0 ? String.valueOf(field.id()) : field.id() + " & 0xFFFF")
                .collect(Collectors.joining(", "));
    }
}
