package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLIndexDefinition;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the parser's tree says of an index. */
final class KeyDefinitions {

    private static final int PARTS_MAX = 16;

    private KeyDefinitions() {}

    static @Nullable String nameOf(SQLIndexDefinition definition) {
        String type = definition.getType();
        if (type != null && !type.equalsIgnoreCase("UNIQUE") && !type.equalsIgnoreCase("PRIMARY")) {
            throw SqlErrors.unsupported(type.toUpperCase(Locale.ROOT) + " index");
        }
        return definition.getName() == null
                ? null
                : ExpressionCompiler.unquote(definition.getName().getSimpleName());
    }

    static String comment(SQLIndexDefinition definition) {
        return definition.hasOptions() && definition.getOptions().getComment() instanceof SQLCharExpr text
                ? text.getText()
                : "";
    }

    /** The parts of an index, with the ids of their columns. */
    static List<Part> parts(TableDraft draft, List<SQLSelectOrderByItem> items) {
        if (items.size() > PARTS_MAX) {
            throw SqlErrors.of(1070, "42000", "Too many key parts specified; max " + PARTS_MAX + " parts allowed");
        }
        List<Part> parts = new ArrayList<>();
        for (SQLSelectOrderByItem item : items) {
            Part part = part(draft, item);
            if (parts.stream().anyMatch(each -> each.ordinal() == part.ordinal())) {
                throw SqlErrors.of(
                        1060,
                        "42S21",
                        "Duplicate column name '" + draft.byId(part.ordinal()).name() + "'");
            }
            parts.add(part);
        }
        return parts;
    }

    private static Part part(TableDraft draft, SQLSelectOrderByItem item) {
        int prefix = 0;
        String name = item.getExpr().toString();
        if (item.getExpr() instanceof SQLMethodInvokeExpr call
                && call.getArguments().size() == 1
                && call.getArguments().get(0) instanceof SQLIntegerExpr length) {
            name = call.getMethodName();
            prefix = length.getNumber().intValue();
        } else if (!(item.getExpr() instanceof SQLIdentifierExpr)) {
            throw SqlErrors.unsupported("functional index");
        }
        int ordinal = draft.find(ExpressionCompiler.unquote(name));
        if (ordinal < 0) {
            throw SqlErrors.of(
                    1072, "42000", "Key column '" + ExpressionCompiler.unquote(name) + "' doesn't exist in table");
        }
        ColumnInfo column = draft.columns.get(ordinal);
        checkPrefix(column, prefix);
        return new Part(
                column.id(),
                prefix == column.type().length() && !column.type().id().isLarge() ? 0 : prefix,
                item.getType() == SQLOrderingSpecification.DESC);
    }

    private static void checkPrefix(ColumnInfo column, int prefix) {
        SqlType type = column.type();
        if (type.id() == TypeId.JSON) {
            throw SqlErrors.of(
                    3152,
                    "42000",
                    "JSON column '" + column.name()
                            + "' supports indexing only via generated columns on a specified JSON path.");
        }
        if (type.id().isLarge() && prefix == 0) {
            throw SqlErrors.of(
                    1170,
                    "42000",
                    "BLOB/TEXT column '" + column.name() + "' used in key specification without a key length");
        }
        if (prefix > 0 && (!type.isString() || type.isEnumerated() || prefix > type.length())) {
            throw SqlErrors.of(
                    1089,
                    "HY000",
                    "Incorrect prefix key; the used key part isn't a string, the used length is longer than the key part, or the storage engine doesn't support unique prefix keys");
        }
    }
}
