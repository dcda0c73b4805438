package io.millrace.queue;

/**
 * A queue of one engine: its number there and its name. Saves a lookup of the name with each call; valid until the queue is
 * deleted, of no use to another engine.
 */
public record QueueId(int number, String name) {}
