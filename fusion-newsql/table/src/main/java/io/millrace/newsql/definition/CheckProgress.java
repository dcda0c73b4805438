package io.millrace.newsql.definition;

/** Is told now and then how far a check is. What it throws ends the check. */
@FunctionalInterface
public interface CheckProgress {

    CheckProgress NONE = rows -> {};

    /** @param rows and entries that were looked at so far */
    void looked(long rows);
}
