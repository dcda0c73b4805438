package io.millrace.benchmark.codec.libthrift;

import org.apache.thrift.TFieldIdEnum;

/** The fields by name, of which there are none here: nothing that is measured asks for one. */
public enum ApacheField implements TFieldIdEnum {
    ;

    @Override
    public short getThriftFieldId() {
        throw new UnsupportedOperationException("fields have no names here");
    }

    @Override
    public String getFieldName() {
        throw new UnsupportedOperationException("fields have no names here");
    }
}
