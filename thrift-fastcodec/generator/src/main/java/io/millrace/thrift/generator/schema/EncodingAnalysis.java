package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.BaseType;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Field;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/** What an encoder in the Binary protocol wants to know of the structs of one file. */
final class EncodingAnalysis {

    /** Type and id before each field. */
    private static final int HEADER_BYTES = 3;

    /** Sizes beyond are of no use and may be beyond an {@code int}: struct within struct doubles them. */
    private static final int BYTES_MAX = 1 << 24;

    private final Scopes scopes;
    private final Scope scope;

    EncodingAnalysis(Scopes scopes, Scope scope) {
        this.scopes = scopes;
        this.scope = scope;
    }

    /** By the structs' names; the file's sizes are in its scope afterwards. */
    Map<TypeName, StructEncoding> of(List<StructDraft> drafts) {
        Map<TypeName, StructDraft> byName = new LinkedHashMap<>();
        drafts.forEach(draft -> byName.put(draft.name(), draft));
        Set<TypeName> recursive = Recursion.of(byName.keySet(), name -> heldHere(name, byName));
        List<TypeName> order = DependencyOrder.of(byName.keySet(), name -> heldHere(name, byName), circle -> {});
        Map<TypeName, StructEncoding> encodings = new HashMap<>();
        for (TypeName name : order) {
            StructDraft draft = Objects.requireNonNull(byName.get(name));
            StructEncoding encoding = encoding(draft, recursive.contains(name));
            encodings.put(name, encoding);
            OptionalInt fixed = encoding.fixedSize() ? OptionalInt.of(encoding.fixedBytes()) : OptionalInt.empty();
            scope.sizes.put(name.name(), new StructSize(fixed, encoding.minimumBytes()));
        }
        return encodings;
    }

    private static Collection<TypeName> heldHere(TypeName name, Map<TypeName, StructDraft> byName) {
        return Objects.requireNonNull(byName.get(name)).held().stream()
                .filter(byName::containsKey)
                .toList();
    }

    private StructEncoding encoding(StructDraft draft, boolean recursive) {
        boolean union = draft.struct().kind() == Definition.Struct.Kind.UNION;
        boolean allFixed = !union && !recursive;
        long fixedBytes = 1;
        long minimumBytes = 1;
        for (FieldDraft field : draft.fields()) {
            OptionalInt width = alwaysWritten(field) ? width(field.type()) : OptionalInt.empty();
            allFixed &= width.isPresent();
            fixedBytes += width.isPresent() ? HEADER_BYTES + width.getAsInt() : 0;
            if (field.requiredness() == Field.Requiredness.REQUIRED) {
                minimumBytes += HEADER_BYTES + minimum(field.type());
            }
        }
        boolean fixed = allFixed && fixedBytes <= BYTES_MAX;
        return new StructEncoding(
                recursive, fixed, (int) Math.min(fixedBytes, BYTES_MAX), (int) Math.min(minimumBytes, BYTES_MAX));
    }

    /** What has a primitive type in Java has no way to be absent, unless it is optional and so has a flag. */
    private static boolean alwaysWritten(FieldDraft field) {
        return switch (field.requiredness()) {
            case REQUIRED -> true;
            case OPTIONAL -> false;
            case DEFAULT -> field.type() instanceof ThriftType.Base base && base.type() != BaseType.UUID;
        };
    }

    private OptionalInt width(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return width(base.type());
        } else if (type instanceof ThriftType.EnumOf) {
            return OptionalInt.of(Integer.BYTES);
        }
        return type instanceof ThriftType.StructOf struct ? size(struct).fixed() : OptionalInt.empty();
    }

    private static OptionalInt width(BaseType type) {
        return switch (type) {
            case BOOL, I8 -> OptionalInt.of(1);
            case I16 -> OptionalInt.of(2);
            case I32 -> OptionalInt.of(4);
            case I64, DOUBLE -> OptionalInt.of(8);
            case UUID -> OptionalInt.of(16);
            case STRING, BINARY -> OptionalInt.empty();
        };
    }

    private int minimum(ThriftType type) {
        if (type instanceof ThriftType.StructOf struct) {
            return size(struct).minimum();
        } else if (type instanceof ThriftType.MapOf) {
            return 6;
        } else if (type instanceof ThriftType.ListOf || type instanceof ThriftType.SetOf) {
            return 5;
        }
        return width(type).orElse(4);
    }

    private StructSize size(ThriftType.StructOf struct) {
        return scopes.of(struct.name().file()).sizes.getOrDefault(struct.name().name(), StructSize.LEAST);
    }
}
