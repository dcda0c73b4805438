/**
 * What bounds a call: its deadline, its place in a queue, its slot among the pending, the budget of its retries; and what the
 * owner of a provider's connection is told, whatever protocol that speaks.
 *
 * <p>Everything here is owned by one event loop and holds no locks, except {@link io.millrace.mesh.flow.RetryBudget}, which all
 * loops share.
 */
@NullMarked
package io.millrace.mesh.flow;

import org.jspecify.annotations.NullMarked;
