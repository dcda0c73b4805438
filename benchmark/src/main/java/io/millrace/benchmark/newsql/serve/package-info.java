/** Our SQL server with limits that the cases need. The classes of the server are not in the jar of the benchmark: they come from the launcher's. */
@NullMarked
package io.millrace.benchmark.newsql.serve;

import org.jspecify.annotations.NullMarked;
