/**
 * Brokers give each other cold segments, over HTTP.
 *
 * <pre>
 *  GET /v1/{topic id}-{partition}/{segment id}/manifest      the head of the manifest file
 *                                             /data           a range of the data, by the header Range
 *                                             /index/{type}   an index, whole
 *                                             /state          HELD and the digest, GONE, or UNKNOWN
 *      /v1/states/{topic id}-{partition}                       its segments and where they are, for commands; tabs between fields
 *      /v1/explain/{topic id}-{partition}                      those on the fast disk, and why
 *      /v1/simulate/{bytes}                                    what an eviction of so many bytes would take
 *      /v1/space                                               marks and use of the fast disks
 * </pre>
 *
 * Each request is signed with the cluster's secret ({@link io.millrace.tiered.peer.RequestSignature}), over method, path, range, time and a number that is used once; each answer over
 * that number, its status and its bytes. Whoever asks knows the digest that the leader published, and takes nothing from a peer whose manifest has another.
 *
 * <h2>Limits</h2>
 *
 * Requests that are answered at a time, those that wait, bytes of a range and of an index, and numbers that are remembered are all bounded; what is beyond waits, or is answered with 503 or 416.
 */
@NullMarked
package io.millrace.tiered.peer;

import org.jspecify.annotations.NullMarked;
