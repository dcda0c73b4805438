package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntFunction;

/** Trees of all kinds of nodes, as a parser could give them; what they mean is not looked at. */
final class RandomTrees {
    private static final IdlPosition NOWHERE = IdlPosition.of("random");
    private static final String CHARACTERS = "ab \"'\\\n\t\r/*#{}müß磨🌾";

    private final Random random;

    RandomTrees(Random random) {
        this.random = random;
    }

    IdlFile file() {
        List<Header> headers = list(4, this::header);
        return new IdlFile("random", headers.isEmpty() ? "" : doc(), headers, list(8, this::definition));
    }

    private Header header(int index) {
        return switch (random.nextInt(3)) {
            case 0 -> new Header.Include(NOWHERE, text());
            case 1 -> new Header.CppInclude(NOWHERE, text());
            default -> new Header.Namespace(NOWHERE, random.nextBoolean() ? "*" : name("s"), text(), annotations());
        };
    }

    private Definition definition(int index) {
        Definition.Label label = label("D");
        return switch (random.nextInt(6)) {
            case 0 -> new Definition.Typedef(label, type(0));
            case 1 -> new Definition.Const(label, type(0), value(0));
            case 2 -> new Definition.Enumeration(
                    label,
                    list(
                            5,
                            i -> new Definition.Enumeration.Item(
                                    label("V"),
                                    random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(number()))));
            case 3 -> new Definition.Senum(label, list(4, i -> text()));
            case 4 -> new Definition.Struct(
                    label,
                    Definition.Struct.Kind.values()[random.nextInt(3)],
                    random.nextInt(5) == 0,
                    list(8, i -> field(0)));
            default -> new Definition.Service(
                    label,
                    random.nextBoolean()
                            ? Optional.empty()
                            : Optional.of(new Definition.Service.Parent(NOWHERE, name("p") + ".q")),
                    list(5, i -> function()));
        };
    }

    private Definition.Function function() {
        return new Definition.Function(
                label("f"),
                random.nextBoolean(),
                random.nextBoolean() ? Optional.empty() : Optional.of(type(0)),
                list(3, i -> field(0)),
                list(2, i -> field(0)));
    }

    private Field field(int depth) {
        boolean keyword = random.nextInt(6) == 0;
        Definition.Label label = label("f");
        return new Field(
                keyword ? new Definition.Label(NOWHERE, "struct", label.doc(), label.annotations()) : label,
                random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(number()),
                Field.Requiredness.values()[random.nextInt(3)],
                type(0),
                random.nextInt(5) == 0,
                random.nextBoolean() ? Optional.empty() : Optional.of(value(0)),
                new Field.Xsd(
                        random.nextBoolean(),
                        random.nextBoolean(),
                        depth > 2 ? List.of() : list(2, i -> field(depth + 1))));
    }

    private TypeExpression type(int depth) {
        int kind = depth > 4 ? random.nextInt(2) : random.nextInt(5);
        String cpp = random.nextInt(4) == 0 ? "std::x" : "";
        return switch (kind) {
            case 0 -> new TypeExpression.Base(
                    NOWHERE, BaseType.values()[random.nextInt(BaseType.values().length)], annotations());
            case 1 -> new TypeExpression.Named(NOWHERE, name("T"), annotations());
            case 2 -> new TypeExpression.ListOf(NOWHERE, type(depth + 1), cpp, annotations());
            case 3 -> new TypeExpression.SetOf(NOWHERE, type(depth + 1), cpp, annotations());
            default -> new TypeExpression.MapOf(NOWHERE, type(depth + 1), type(depth + 1), cpp, annotations());
        };
    }

    private ConstExpression value(int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 7)) {
            case 0 -> new ConstExpression.Whole(NOWHERE, number());
            case 1 -> new ConstExpression.Real(NOWHERE, random.nextGaussian() * Math.pow(10, random.nextInt(100) - 50));
            case 2 -> new ConstExpression.Truth(NOWHERE, random.nextBoolean());
            case 3 -> new ConstExpression.Text(NOWHERE, text());
            case 4 -> new ConstExpression.Name(NOWHERE, name("C") + '.' + name("v"));
            case 5 -> new ConstExpression.Items(NOWHERE, list(4, i -> value(depth + 1)));
            default -> new ConstExpression.Pairs(
                    NOWHERE, list(3, i -> new ConstExpression.Pairs.Pair(value(depth + 1), value(depth + 1))));
        };
    }

    private Definition.Label label(String prefix) {
        return new Definition.Label(NOWHERE, name(prefix), doc(), annotations());
    }

    private List<Annotation> annotations() {
        return random.nextInt(4) > 0 ? List.of() : list(3, i -> new Annotation(NOWHERE, name("a") + ".b", text()));
    }

    private String doc() {
        return random.nextInt(4) > 0 ? "" : "About " + name("it") + ".\n  More.\n\nEnd.";
    }

    private String name(String prefix) {
        return prefix + '_' + random.nextInt(1000);
    }

    private long number() {
        return random.nextBoolean() ? random.nextInt(100) - 50 : random.nextLong();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        CHARACTERS.codePoints().filter(c -> random.nextInt(4) == 0).forEach(text::appendCodePoint);
        return text.toString();
    }

    private <T> List<T> list(int max, IntFunction<T> element) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            list.add(element.apply(i));
        }
        return List.copyOf(list);
    }
}
