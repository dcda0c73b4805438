/**
 * Statements with answers recorded from a real server, and the run that holds the SQL server to them.
 *
 * <p>The life of a statement: its author writes it into {@code src/test/corpus/AREA.sql}, where one line may stand for several
 * ({@link io.millrace.newsql.conformance.CorpusSource}). {@link io.millrace.newsql.conformance.Recording} puts each to a MariaDB of
 * its own and writes statement and {@link io.millrace.newsql.conformance.Answer} to {@code src/test/resources/corpus/AREA.txt}
 * ({@link io.millrace.newsql.conformance.CorpusFormat}). {@link io.millrace.newsql.conformance.AreaRun} puts an area to a
 * {@link io.millrace.newsql.conformance.ServerUnderTest}, and {@link io.millrace.newsql.conformance.Verdict} compares, after the
 * {@link io.millrace.newsql.conformance.Difference}s between MariaDB 10.11 and MySQL 8.4 are taken out.
 */
@NullMarked
package io.millrace.newsql.conformance;

import org.jspecify.annotations.NullMarked;
