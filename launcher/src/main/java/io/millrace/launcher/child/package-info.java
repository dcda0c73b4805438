/** Processes that the launcher starts and ends: etcd and the Dubbo providers, and the ports they take. */
@NullMarked
package io.millrace.launcher.child;

import org.jspecify.annotations.NullMarked;
