/**
 * The scenario {@code newsql}: our SQL server beside MariaDB, our storage node beside Redis, each a process of its own on 127.0.0.1.
 *
 * <p>{@link io.millrace.benchmark.newsql.NewSqlScenario} says who starts when; {@code NewSqlCase} what is asked; {@code ServerProcess} is a contender.
 */
@NullMarked
package io.millrace.benchmark.newsql;

import org.jspecify.annotations.NullMarked;
