/**
 * A slow disk for contenders that are told apart by what they do to one: a loop device with limits, and a group of processes with little page cache.
 *
 * <p>{@code SlowDisk ──► LoopDevice, ControlGroup}; {@code AbandonedDisks} takes down what a killed run has left.
 *
 * <p>The device goes past the page cache to its image, bears ext4, and is held to so many bytes and operations a second each way. Not modelled: the distance of seeks, and one arm for
 * reads and writes. Both are kinder to a contender that seeks much.
 */
@NullMarked
package io.millrace.benchmark.slow;

import org.jspecify.annotations.NullMarked;
