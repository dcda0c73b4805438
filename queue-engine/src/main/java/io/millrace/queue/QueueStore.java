package io.millrace.queue;

import java.util.Collection;

/**
 * A million queues behind two methods: the contract of the Tianchi middleware contest of 2018, made public.
 *
 * <p>The store of an engine is had by {@link QueueEngine#store()}; the engine is the richer door to the same queues.
 * <b>Threads:</b> safe for any number of them. <b>Durability:</b> {@code put} returns at the level of its engine.
 */
public abstract class QueueStore {

    /**
     * Appends a message to a queue, which is made if there is none of this name. When it returns, the next {@link #get} of
     * any thread sees the message.
     *
     * @param queueName any text of at most 4096 bytes in UTF-8
     * @param message copied; from 0 bytes to the limit that the engine is configured with
     * @throws IllegalArgumentException if the message or the name is too long; nothing was changed
     * @throws QueueException if it could not be written; the reason tells whether a retry may help
     */
    public abstract void put(String queueName, byte[] message);

    /**
     * The messages of a queue with the offsets from {@code offset}, included, to {@code offset + num}, excluded, in their
     * order: fewer if fewer exist, none if the queue does not.
     *
     * @return immutable, safe to read from many threads; its arrays are the caller's
     * @throws IllegalArgumentException if an argument is negative
     * @throws QueueException CORRUPT or LOST if a message in this range cannot be given as it was put
     */
    public abstract Collection<byte[]> get(String queueName, long offset, long num);
}
