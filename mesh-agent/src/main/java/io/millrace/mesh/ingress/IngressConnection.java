package io.millrace.mesh.ingress;

/** A connection of the agent's port, whatever it speaks. Used on its event loop only. */
interface IngressConnection {
    /** Reads no further request, and ends as soon as nothing is owed on it. */
    void drain();
}
