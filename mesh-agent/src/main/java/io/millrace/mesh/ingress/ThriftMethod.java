package io.millrace.mesh.ingress;

import io.millrace.mesh.link.CallTarget;

/**
 * A Thrift method that was called before by this event loop.
 *
 * @param target how links name it
 * @param route where its calls go
 */
record ThriftMethod(CallTarget target, Route route) {}
