package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import io.millrace.thrift.generator.schema.ConstantValue;
import io.millrace.thrift.generator.syntax.BaseType;
import java.util.UUID;

/** Values of the language's own types as expressions. */
final class ScalarText {

    private ScalarText() {}

    static CodeBlock of(BaseType type, ConstantValue value) {
        if (value instanceof ConstantValue.Truth truth) {
            return CodeBlock.of("$L", truth.value());
        } else if (value instanceof ConstantValue.Whole whole) {
            return whole(type, whole.value());
        } else if (value instanceof ConstantValue.Real real) {
            return real(real.value());
        } else if (value instanceof ConstantValue.Uuid id) {
            return CodeBlock.of(
                    "new $T(0x$LL, 0x$LL)",
                    UUID.class,
                    Long.toHexString(id.value().getMostSignificantBits()),
                    Long.toHexString(id.value().getLeastSignificantBits()));
        }
        String literal = JavaText.literal(((ConstantValue.Text) value).value());
        return type == BaseType.BINARY
                ? CodeBlock.of("$T.utf8($L)", Runtime.BYTES, literal)
                : CodeBlock.of("$L", literal);
    }

    private static CodeBlock whole(BaseType type, long value) {
        return switch (type) {
            case I8 -> CodeBlock.of("(byte) $L", value);
            case I16 -> CodeBlock.of("(short) $L", value);
            case I64 -> CodeBlock.of("$LL", value);
            default -> CodeBlock.of("$L", value);
        };
    }

    private static CodeBlock real(double value) {
        if (Double.isInfinite(value)) {
            return CodeBlock.of("$T.$L", Double.class, value > 0 ? "POSITIVE_INFINITY" : "NEGATIVE_INFINITY");
        }
        return CodeBlock.of("$L", Double.toString(value));
    }
}
