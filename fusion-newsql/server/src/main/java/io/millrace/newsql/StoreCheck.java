package io.millrace.newsql;

import io.millrace.newsql.definition.TableCheck;
import io.millrace.newsql.definition.TableReport;
import io.millrace.newsql.definition.TableReport.Finding;
import io.millrace.newsql.node.OrderedStore;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What a check of a server's store has looked at and found: whether rows, keys, claims and index entries agree.
 *
 * @param rows of all tables
 * @param entries of all indexes
 * @param findings a sentence each, with table and key; the first thousand
 * @param findingCount all of them
 */
public record StoreCheck(long tables, long rows, long entries, List<String> findings, long findingCount) {

    /**
     * Reads every row and every entry, as they are at one moment. Changes nothing.
     *
     * @param progress is told now and then how many rows and entries were looked at
     */
    public static StoreCheck run(OrderedStore store, LongConsumer progress) {
        TableReport report = TableCheck.check(store, progress::accept);
        return new StoreCheck(
                report.tables(),
                report.rows(),
                report.entries(),
                report.findings().stream().map(StoreCheck::sentence).toList(),
                report.findingCount());
    }

    private static String sentence(Finding finding) {
        String table = finding.table().isEmpty() ? "" : "in " + finding.table() + " ";
        return finding.what() + " " + table + "at " + finding.key() + ": " + finding.text();
    }

    public boolean isClean() {
        return findingCount == 0;
    }
}
