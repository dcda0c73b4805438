package io.millrace.newsql.conformance;

/** A statement and an answer to it. */
record Exchange(CorpusStatement statement, Answer answer) {}
