/**
 * Which endpoint takes the next call.
 *
 * <p>What all event loops must agree on, calls in flight, limits and ejections, lives in one
 * {@link io.millrace.mesh.balance.EndpointState} an endpoint, in atomics. The order in which endpoints take turns is each loop's own
 * ({@link io.millrace.mesh.balance.WeightedBalancer}), so picking takes no lock.
 */
@NullMarked
package io.millrace.mesh.balance;

import org.jspecify.annotations.NullMarked;
