package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;
import static io.millrace.newsql.information.Visible.CHARSET;

import java.util.List;

/** Character sets and collations. */
final class CharsetTables {

    /** One collation. */
    record CollationRow(String name, String charset, long id, boolean isDefault, long sortLength, String padding) {}

    static final List<CollationRow> ALL = List.of(
            new CollationRow("binary", "binary", 63, true, 1, "NO PAD"),
            new CollationRow("utf8mb4_0900_ai_ci", CHARSET, 255, true, 0, "NO PAD"),
            new CollationRow("utf8mb4_0900_as_cs", CHARSET, 278, false, 0, "NO PAD"),
            new CollationRow("utf8mb4_0900_bin", CHARSET, 309, false, 1, "NO PAD"),
            new CollationRow("utf8mb4_bin", CHARSET, 46, false, 1, "PAD SPACE"),
            new CollationRow("utf8mb4_general_ci", CHARSET, 45, false, 1, "PAD SPACE"),
            new CollationRow("utf8mb4_unicode_ci", CHARSET, 224, false, 8, "PAD SPACE"));

    static final VirtualTable COLLATIONS = information(
            "COLLATIONS",
            (rows, server) -> ALL.forEach(each -> rows.add(row(
                    each.name(),
                    each.charset(),
                    each.id(),
                    each.isDefault() ? "Yes" : "",
                    "Yes",
                    each.sortLength(),
                    each.padding()))),
            "COLLATION_NAME varchar(64)!",
            "CHARACTER_SET_NAME varchar(64)!",
            "ID bigint unsigned!",
            "IS_DEFAULT varchar(3)!",
            "IS_COMPILED varchar(3)!",
            "SORTLEN int unsigned!",
            "PAD_ATTRIBUTE varchar(9)!");

    static final VirtualTable CHARACTER_SETS = information(
            "CHARACTER_SETS",
            (rows, server) -> {
                rows.add(row("binary", "binary", "Binary pseudo charset", 1L));
                rows.add(row(CHARSET, "utf8mb4_0900_ai_ci", "UTF-8 Unicode", 4L));
            },
            "CHARACTER_SET_NAME varchar(64)!",
            "DEFAULT_COLLATE_NAME varchar(64)!",
            "DESCRIPTION varchar(2048)!",
            "MAXLEN int unsigned!");

    static final VirtualTable APPLICABILITY = information(
            "COLLATION_CHARACTER_SET_APPLICABILITY",
            (rows, server) -> ALL.forEach(each -> rows.add(row(each.name(), each.charset()))),
            "COLLATION_NAME varchar(64)!",
            "CHARACTER_SET_NAME varchar(64)!");

    private CharsetTables() {}
}
