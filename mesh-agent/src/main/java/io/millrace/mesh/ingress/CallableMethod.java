package io.millrace.mesh.ingress;

import io.millrace.mesh.dubbo.TextArgument;
import io.millrace.mesh.link.CallTarget;

/**
 * A method that was called before by this event loop: all that follows from its names.
 *
 * @param target how links name it
 * @param route where its calls go
 * @param argument how the text of the parameter is written
 */
record CallableMethod(CallTarget target, Route route, TextArgument argument) {}
