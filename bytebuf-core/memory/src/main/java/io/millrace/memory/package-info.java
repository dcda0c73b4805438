/**
 * The off-heap half of the core: a page arena with a hard budget, mappings, and the seam through which files are
 * opened.
 *
 * <h2>The life of a page</h2>
 *
 * <pre>
 *  acquire ──► room in the budget? ──no──► wait, at most the caller's patience
 *                │ yes
 *                ├── a pooled block of that size, or a fresh one, or a mapping of a file
 *                ▼
 *              Page (1 reference) ── retain / slice ──► more ── release ──► 0: pooled again, or unmapped
 * </pre>
 *
 * A process has one {@link io.millrace.memory.PageArena}; everything that is off-heap comes out of it as a
 * {@link io.millrace.memory.Page}. {@link io.millrace.memory.StorageFiles} opens, maps and forces files.
 *
 * <h2>Limits</h2>
 *
 * A page is at most 1 GiB, since it is reached through a {@link java.nio.ByteBuffer} whose bounds are checked. Memory
 * is given back at a known moment on every Java: by the buffer's cleaner up to 21, by closing an arena of {@code
 * java.lang.foreign} since 22.
 */
@NullMarked
package io.millrace.memory;

import org.jspecify.annotations.NullMarked;
