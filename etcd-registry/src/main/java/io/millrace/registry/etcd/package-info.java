/** The registry in etcd: one lease for all registrations, one watch for each group. */
@NullMarked
package io.millrace.registry.etcd;

import org.jspecify.annotations.NullMarked;
