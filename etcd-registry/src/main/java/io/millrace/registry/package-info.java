/**
 * Where services are found: the door of the registry module.
 *
 * <p>Read {@link io.millrace.registry.ServiceRegistry} first. A provider's agent {@code register}s an {@link
 * io.millrace.registry.Endpoint} under a {@link io.millrace.registry.ServiceKey} and holds the {@link
 * io.millrace.registry.Registration}; a consumer's agent {@code watch}es the same key and reads the live {@link
 * io.millrace.registry.EndpointGroup}. {@link io.millrace.registry.ServiceRegistries} opens one of three
 * implementations, each in a package below this one and invisible from outside:
 *
 * <pre>
 *   etcd     a cluster of machines; registrations live as long as a lease is kept alive
 *   memory   one process; for tests and for the demo without etcd
 *   fixed    a list from the configuration; nothing is announced
 *   group    the live set of one service and its listeners; shared by the three
 * </pre>
 */
@NullMarked
package io.millrace.registry;

import org.jspecify.annotations.NullMarked;
