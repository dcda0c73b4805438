/**
 * The scenario {@code mesh}: what a call costs in the agents, beside a pair of nginx and any agent given by name.
 *
 * <p>The parts, each a process of its own, all over TCP on loopback:
 *
 * <pre>
 * LoadDriver ──HTTP──▶ consumer agent ──link──▶ three provider agents ──Dubbo──▶ StubProvider (three ports)
 * LoadDriver ──HTTP──▶ nginx          ──HTTP──▶ three nginx           ──HTTP──▶ StubProvider (its HTTP port)
 * </pre>
 *
 * <p>{@link io.millrace.benchmark.mesh.LoadDriver} keeps one call outstanding on each connection, checks every answer,
 * and reads the agents' CPU time and memory from {@code /proc} at the two edges of the measured window.
 * {@link io.millrace.benchmark.mesh.StubProvider} answers with the right hash at once or after a delay and refuses what
 * a real provider would refuse. {@link io.millrace.benchmark.mesh.MeshScenario} starts them, alternates the contenders
 * over rounds and reports medians.
 */
@NullMarked
package io.millrace.benchmark.mesh;

import org.jspecify.annotations.NullMarked;
