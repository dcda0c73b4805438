package io.millrace.mesh.link;

import io.millrace.mesh.MethodKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * What is called, as a consumer agent names it on its links: the method and a number for it that is the same on all links of one
 * agent. A link sends the name in full once and the number from then on.
 *
 * <p><b>Threads</b>: immutable.
 */
public final class CallTarget {
    /** Targets with a number from this one on are sent in full with every call, so that a link's table stays bounded. */
    public static final int MAX_NUMBERED = 4096;

    /** A definition is five names; one that is longer is an attack on memory. */
    static final int MAX_DEFINITION_BYTES = 8 << 10;

    private final MethodKey method;
    private final int number;
    private final byte[] encodedFull;

    /**
     * @param number from 0; unique within the agent below {@link #MAX_NUMBERED}, free to repeat from there on
     * @throws IllegalArgumentException if the names are longer than a link carries: sent nevertheless, they would end it for all
     */
    public CallTarget(MethodKey method, int number) {
        this.method = method;
        this.number = number;
        ByteBuf full = Unpooled.buffer();
        CallMetadata.writeMethod(full, method);
        if (full.readableBytes() > MAX_DEFINITION_BYTES) {
            throw new IllegalArgumentException("names of service, method and types too long: " + full.readableBytes()
                    + " bytes (limit: " + MAX_DEFINITION_BYTES + ")");
        }
        this.encodedFull = new byte[full.readableBytes()];
        full.readBytes(encodedFull);
    }

    /** The method. */
    public MethodKey method() {
        return method;
    }

    boolean isNumbered() {
        return number < MAX_NUMBERED;
    }

    /** Its index in a link's table. */
    int number() {
        return number;
    }

    /** The id on the wire: 0 for one that is not to be remembered. */
    int wireId() {
        return isNumbered() ? number + 1 : 0;
    }

    byte[] encodedFull() {
        return encodedFull;
    }

    @Override
    public String toString() {
        return method.toString();
    }
}
