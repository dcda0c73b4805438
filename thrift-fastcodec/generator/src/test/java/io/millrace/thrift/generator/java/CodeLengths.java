package io.millrace.thrift.generator.java;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Bytecodes of each method of a class file. <b>Source.</b> The Java Virtual Machine Specification, chapter 4. */
final class CodeLengths {
    private final DataInputStream in;
    private final Map<Integer, String> names = new LinkedHashMap<>();

    private CodeLengths(byte[] classFile) {
        in = new DataInputStream(new ByteArrayInputStream(classFile));
    }

    /** By the methods' names; of several with one name the longest. */
    static Map<String, Integer> of(byte[] classFile) throws IOException {
        return new CodeLengths(classFile).read();
    }

    private Map<String, Integer> read() throws IOException {
        in.skipNBytes(8);
        readConstants();
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
            in.skipNBytes(6);
            readAttributes();
        }
        Map<String, Integer> lengths = new LinkedHashMap<>();
        for (int methods = in.readUnsignedShort(); methods > 0; methods--) {
            in.skipNBytes(2);
            String name = names.getOrDefault(in.readUnsignedShort(), "?");
            in.skipNBytes(2);
            lengths.merge(name, readAttributes(), Math::max);
        }
        return lengths;
    }

    private void readConstants() throws IOException {
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> names.put(i, in.readUTF());
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> in.skipNBytes(4);
            }
        }
    }

    /** Bytecodes of the {@code Code} among them, or 0. */
    private int readAttributes() throws IOException {
        int length = 0;
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            String name = names.getOrDefault(in.readUnsignedShort(), "?");
            int bytes = in.readInt();
            if (name.equals("Code")) {
                in.skipNBytes(4);
                length = in.readInt();
                in.skipNBytes(bytes - 8L);
            } else {
                in.skipNBytes(bytes);
            }
        }
        return length;
    }
}
