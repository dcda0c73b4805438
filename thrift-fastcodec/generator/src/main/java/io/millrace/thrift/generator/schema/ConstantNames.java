package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import org.jspecify.annotations.Nullable;

/** Finds what a name in a value means: a constant, or a value of an enum. */
final class ConstantNames {
    private final Scope scope;
    private final Scopes scopes;

    ConstantNames(Scope scope, Scopes scopes) {
        this.scope = scope;
        this.scopes = scopes;
    }

    @Nullable
    SizedConstant find(String name, IdlPosition position) {
        return scope.find(name, position, (where, own) -> {
            SizedConstant constant = where.constants.get(own);
            return constant != null ? constant : qualified(where, own);
        });
    }

    /** {@code Enum.VALUE}, where the enum may go by the name of a typedef. */
    private @Nullable SizedConstant qualified(Scope where, String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || !(where.types.get(name.substring(0, dot)) instanceof ThriftType.EnumOf type)) {
            return null;
        }
        return item(type, name.substring(dot + 1));
    }

    /** A value of an enum by its name alone. */
    @Nullable
    SizedConstant item(ThriftType.EnumOf type, String name) {
        return sized(type, scopes.enumeration(type.name()).byName().get(name));
    }

    /** The first value of an enum with a number. */
    @Nullable
    SizedConstant item(ThriftType.EnumOf type, long number) {
        return number == (int) number
                ? sized(type, scopes.enumeration(type.name()).byNumber().get((int) number))
                : null;
    }

    private static @Nullable SizedConstant sized(ThriftType.EnumOf type, EnumSchema.@Nullable Item item) {
        return item == null
                ? null
                : new SizedConstant(type, new ConstantValue.Item(type.name(), item.name(), item.number()), 1, 1);
    }
}
