/** Where services are found: etcd, memory or a fixed list. */
@NullMarked
package io.millrace.registry;

import org.jspecify.annotations.NullMarked;
