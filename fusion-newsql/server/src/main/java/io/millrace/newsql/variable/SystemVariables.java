package io.millrace.newsql.variable;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All system variables, read from {@code system-variables.txt} beside this class. Immutable. */
public final class SystemVariables {

    private static final String RESOURCE = "system-variables.txt";
    private static final int FIELDS = 4;
    private static final List<SystemVariable> ALL;
    private static final Map<String, SystemVariable> BY_NAME = new TreeMap<>();

    static {
        ALL = read();
        ALL.forEach(variable -> BY_NAME.put(variable.name(), variable));
        alias("tx_isolation", "transaction_isolation");
        alias("tx_read_only", "transaction_read_only");
        alias("storage_engine", "default_storage_engine");
        alias("identity", "last_insert_id");
    }

    private SystemVariables() {}

    /** In the order of their names, each at its index. */
    public static List<SystemVariable> all() {
        return ALL;
    }

    public static @Nullable SystemVariable find(String name) {
        SystemVariable found = BY_NAME.get(name);
        return found == null ? BY_NAME.get(name.toLowerCase(Locale.ROOT)) : found;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1193 */
    public static SystemVariable get(String name) {
        SystemVariable found = find(name);
        if (found == null) {
            throw SqlErrors.unknownVariable(name);
        }
        return found;
    }

    private static void alias(String name, String of) {
        BY_NAME.put(name, get(of));
    }

    // ---- the file: name, scope, type, value; blanks between ----

    private static List<SystemVariable> read() {
        List<String> lines = new ArrayList<>();
        InputStream file = SystemVariables.class.getResourceAsStream(RESOURCE);
        if (file == null) {
            throw new IllegalStateException("not on the class path: " + RESOURCE);
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .sorted()
                    .forEach(lines::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<SystemVariable> all = new ArrayList<>();
        lines.forEach(line -> all.add(variable(all.size(), line)));
        return List.copyOf(all);
    }

    private static SystemVariable variable(int index, String line) {
        String[] fields = line.split(" +", FIELDS);
        boolean readOnly = fields[1].endsWith("!");
        VariableScope scope =
                switch (readOnly ? fields[1].substring(0, fields[1].length() - 1) : fields[1]) {
                    case "both" -> VariableScope.BOTH;
                    case "global" -> VariableScope.GLOBAL;
                    case "session" -> VariableScope.SESSION;
                    case "fixed" -> VariableScope.SESSION_FIXED;
                    default -> throw new IllegalStateException("scope in " + RESOURCE + ": " + line);
                };
        VariableType type = type(fields[2]);
        String text = fields.length < FIELDS ? "" : fields[FIELDS - 1];
        Literal given = literal(type, computed(text));
        Literal initial = given.value() == null ? Literal.NULL : type.check(fields[0], given, WarningSink.NONE);
        return new SystemVariable(index, fields[0], scope, type, initial, readOnly);
    }

    private static VariableType type(String text) {
        String[] parts = text.split(":", 2);
        return switch (parts[0]) {
            case "switch" -> new VariableType.Switch();
            case "text" -> new VariableType.Text(false);
            case "text?" -> new VariableType.Text(true);
            case "choice" -> new VariableType.Choice(List.of(parts[1].split(",")));
            case "choices" -> choices(parts[1].split(";"));
            case "fraction" -> new VariableType.Fraction(
                    Double.parseDouble(parts[1].split("\\.\\.")[0]), Double.parseDouble(parts[1].split("\\.\\.")[1]));
            case "whole", "signed" -> whole(parts[1].split("\\.\\."), parts[0].equals("whole"));
            default -> throw new IllegalStateException("type in " + RESOURCE + ": " + text);
        };
    }

    private static VariableType whole(String[] range, boolean unsigned) {
        long max = unsigned ? Long.parseUnsignedLong(range[1]) : Long.parseLong(range[1]);
        return new VariableType.Whole(Long.parseLong(range[0]), max, unsigned);
    }

    private static VariableType choices(String[] parts) {
        return new VariableType.Choices(
                List.of(parts[0].split(",")), List.of(parts).subList(1, parts.length));
    }

    /** What only the machine knows. */
    private static String computed(String text) {
        return switch (text) {
            case "$zone" -> ZoneId.systemDefault().getId();
            case "$os" -> System.getProperty("os.name", "Linux");
            case "$arch" -> System.getProperty("os.arch", "");
            default -> text;
        };
    }

    private static Literal literal(VariableType type, String text) {
        if (text.equals("NULL")) {
            return Literal.NULL;
        }
        if (type instanceof VariableType.Fraction) {
            return Literal.of(Double.parseDouble(text));
        }
        if (type instanceof VariableType.Whole whole) {
            return whole.unsigned()
                    ? new Literal(SqlType.UNSIGNED, Long.parseUnsignedLong(text))
                    : Literal.of(Long.parseLong(text));
        }
        return Literal.of(text);
    }
}
