package io.millrace.newsql.execute;

import org.jspecify.annotations.Nullable;

/** From one key up to another, without that. @param point whether it is one whole key of a unique index */
record KeyRange(byte[] from, byte @Nullable [] to, boolean point) {}
