package io.millrace.newsql.type;

/** Where a statement's warnings go. */
public interface WarningSink {

    /** Drops everything. */
    WarningSink NONE = (code, message) -> {};

    void warn(int code, String message);
}
