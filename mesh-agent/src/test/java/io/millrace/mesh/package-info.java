/** The mesh as a whole: agents of both roles, real providers, a real etcd, and their bad days. */
@NullMarked
package io.millrace.mesh;

import org.jspecify.annotations.NullMarked;
