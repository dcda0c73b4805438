package io.millrace.benchmark.codec.libthrift;

import org.apache.thrift.TBase;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.scheme.StandardScheme;

/**
 * What the library asks of a struct besides reading and writing, and never calls while it reads and writes.
 *
 * @param <T> the struct itself
 */
public abstract class ApacheStruct<T extends ApacheStruct<T>> implements TBase<T, ApacheField> {
    private static final long serialVersionUID = 1;

    @Override
    public ApacheField fieldForId(int id) {
        throw unsupported();
    }

    @Override
    public boolean isSet(ApacheField field) {
        throw unsupported();
    }

    @Override
    public Object getFieldValue(ApacheField field) {
        throw unsupported();
    }

    @Override
    public void setFieldValue(ApacheField field, Object value) {
        throw unsupported();
    }

    @Override
    public T deepCopy() {
        throw unsupported();
    }

    @Override
    public void clear() {
        throw unsupported();
    }

    @Override
    public int compareTo(T other) {
        throw unsupported();
    }

    /** Generated code has a second scheme for protocols without field headers; none of them is measured. */
    static void checkScheme(TProtocol protocol) {
        if (!StandardScheme.class.equals(protocol.getScheme())) {
            throw new UnsupportedOperationException("scheme: " + protocol.getScheme() + " (expected: StandardScheme)");
        }
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("only reading and writing are measured");
    }
}
