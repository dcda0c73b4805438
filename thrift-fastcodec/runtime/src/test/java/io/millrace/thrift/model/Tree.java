package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.UnknownFields;
import io.millrace.thrift.WireType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A struct that can contain itself. */
public final class Tree implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Tree> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 64;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 1;

    private static final int NAME = WireType.STRING << 24 | 1 << 8;
    private static final int LEFT = WireType.STRUCT << 24 | 2 << 8;
    private static final int RIGHT = WireType.STRUCT << 24 | 3 << 8;
    private static final int CHILDREN = WireType.LIST << 24 | 4 << 8;
    private static final int BY_NAME = WireType.MAP << 24 | 5 << 8;
    private @Nullable String name;
    private @Nullable Tree left;
    private @Nullable Tree right;
    private @Nullable List<Tree> children;
    private @Nullable Map<String, Tree> byName;
    private @Nullable UnknownFields unknown;

    public @Nullable String name() {
        return name;
    }

    public Tree name(@Nullable String value) {
        name = value;
        return this;
    }

    public @Nullable Tree left() {
        return left;
    }

    public Tree left(@Nullable Tree value) {
        left = value;
        return this;
    }

    public @Nullable Tree right() {
        return right;
    }

    public Tree right(@Nullable Tree value) {
        right = value;
        return this;
    }

    public @Nullable List<Tree> children() {
        return children;
    }

    public Tree children(@Nullable List<Tree> value) {
        children = value;
        return this;
    }

    public @Nullable Map<String, Tree> byName() {
        return byName;
    }

    public Tree byName(@Nullable Map<String, Tree> value) {
        byName = value;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        lengths.enter();
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (name != null) {
            length += 3;
            length += lengths.string(name);
        }
        if (left != null) {
            length += 3;
            length += left.binaryLength(lengths);
        }
        if (right != null) {
            length += 3;
            length += right.binaryLength(lengths);
        }
        if (children != null) {
            length += 3 + childrenLength(children, lengths);
        }
        if (byName != null) {
            length += 3 + byNameLength(byName, lengths);
        }
        lengths.exit();
        return length;
    }

    static long childrenLength(List<Tree> children, EncodedLengths lengths) {
        long length = 0;
        length += 5;
        for (Tree element1 : children) {
            length += element1.binaryLength(lengths);
        }
        return length;
    }

    static long byNameLength(Map<String, Tree> byName, EncodedLengths lengths) {
        long length = 0;
        length += 6;
        for (Map.Entry<String, Tree> entry1 : byName.entrySet()) {
            length += lengths.string(entry1.getKey());
            length += entry1.getValue().binaryLength(lengths);
        }
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        if (name != null) {
            to = out.string(to, NAME, name);
        }
        if (left != null) {
            to = out.header(to, LEFT);
            to = left.writeBinary(out, to);
        }
        if (right != null) {
            to = out.header(to, RIGHT);
            to = right.writeBinary(out, to);
        }
        if (children != null) {
            to = writeChildren(out, out.header(to, CHILDREN), children);
        }
        if (byName != null) {
            to = writeByName(out, out.header(to, BY_NAME), byName);
        }
        return out.end(to, unknown);
    }

    static int writeChildren(BinaryOutput out, int at, List<Tree> children) {
        int to = at;
        to = out.list(to, WireType.STRUCT, children.size());
        for (Tree element1 : children) {
            to = element1.writeBinary(out, to);
        }
        return to;
    }

    static int writeByName(BinaryOutput out, int at, Map<String, Tree> byName) {
        int to = at;
        to = out.map(to, WireType.STRING, WireType.STRUCT, byName.size());
        for (Map.Entry<String, Tree> entry1 : byName.entrySet()) {
            to = out.string(to, entry1.getKey());
            to = entry1.getValue().writeBinary(out, to);
        }
        return to;
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Tree readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Tree value = new Tree();
        int to = at;
        if (in.at(to, NAME, 7)) {
            value.name = in.string(to + 3);
            to = in.position();
        }
        if (in.at(to, LEFT, 4)) {
            value.left = Tree.readBinary(in, to + 3);
            to = in.position();
        }
        if (in.at(to, RIGHT, 4)) {
            value.right = Tree.readBinary(in, to + 3);
            to = in.position();
        }
        if (in.at(to, CHILDREN, 8)) {
            value.children = readChildren(in, to + 3);
            to = in.position();
        }
        if (in.at(to, BY_NAME, 9)) {
            value.byName = readByName(in, to + 3);
            to = in.position();
        }
        if (!in.stop(to)) {
            to = value.readRest(in, to);
        }
        in.exit(to);
        return value;
    }

    private int readRest(BinaryInput in, int at) {
        int to = at;
        for (int field = in.field(to); field != 0; field = in.field(to)) {
            switch (field) {
                case NAME >>> 8 -> {
                    name = in.string(to + 3);
                    to = in.position();
                }
                case LEFT >>> 8 -> {
                    left = Tree.readBinary(in, to + 3);
                    to = in.position();
                }
                case RIGHT >>> 8 -> {
                    right = Tree.readBinary(in, to + 3);
                    to = in.position();
                }
                case CHILDREN >>> 8 -> {
                    children = readChildren(in, to + 3);
                    to = in.position();
                }
                case BY_NAME >>> 8 -> {
                    byName = readByName(in, to + 3);
                    to = in.position();
                }
                default -> to = readOther(in, field, to);
            }
        }
        return to;
    }

    /** A field that the definition does not have is kept, one of another type than defined is not. */
    private int readOther(BinaryInput in, int field, int at) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5 -> {
                return in.skipField(at);
            }
            default -> {
                unknown = in.keepField(at, unknown);
                return in.position();
            }
        }
    }

    static List<Tree> readChildren(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.STRUCT);
        List<Tree> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            Tree item4 = Tree.readBinary(in, to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static Map<String, Tree> readByName(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.STRING, WireType.STRUCT);
        Map<String, Tree> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            Tree item5 = Tree.readBinary(in, to);
            to = in.position();
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        if (name != null) {
            out.field(1, WireType.STRING);
            out.string(name);
        }
        if (left != null) {
            out.field(2, WireType.STRUCT);
            left.writeCompact(out);
        }
        if (right != null) {
            out.field(3, WireType.STRUCT);
            right.writeCompact(out);
        }
        if (children != null) {
            out.field(4, WireType.LIST);
            out.list(WireType.STRUCT, children.size());
            for (Tree element1 : children) {
                element1.writeCompact(out);
            }
        }
        if (byName != null) {
            out.field(5, WireType.MAP);
            out.map(WireType.STRING, WireType.STRUCT, byName.size());
            for (Map.Entry<String, Tree> entry2 : byName.entrySet()) {
                out.string(entry2.getKey());
                entry2.getValue().writeCompact(out);
            }
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Tree readCompact(CompactInput in) {
        in.enter(MEMORY);
        Tree value = new Tree();
        for (int field = in.field(); field != 0; field = in.field()) {
            value.readField(in, field);
        }
        in.exit();
        return value;
    }

    private void readField(CompactInput in, int field) {
        switch (field) {
            case NAME >>> 8 -> {
                String item1 = in.string();
                name = item1;
            }
            case LEFT >>> 8 -> {
                Tree item1 = Tree.readCompact(in);
                left = item1;
            }
            case RIGHT >>> 8 -> {
                Tree item1 = Tree.readCompact(in);
                right = item1;
            }
            case CHILDREN >>> 8 -> {
                int count2 = in.list(WireType.STRUCT);
                List<Tree> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    Tree item4 = Tree.readCompact(in);
                    item1.add(item4);
                }
                children = item1;
            }
            case BY_NAME >>> 8 -> {
                int count2 = in.map(WireType.STRING, WireType.STRUCT);
                Map<String, Tree> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    Tree item5 = Tree.readCompact(in);
                    item1.put(item4, item5);
                }
                byName = item1;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Tree that
                && Objects.equals(name, that.name)
                && Objects.equals(left, that.left)
                && Objects.equals(right, that.right)
                && Objects.equals(children, that.children)
                && Objects.equals(byName, that.byName)
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Objects.hashCode(name);
        hash = 31 * hash + Objects.hashCode(left);
        hash = 31 * hash + Objects.hashCode(right);
        hash = 31 * hash + Objects.hashCode(children);
        hash = 31 * hash + Objects.hashCode(byName);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Tree{");
        if (name != null) {
            text.append("name=").append(name).append(", ");
        }
        if (left != null) {
            text.append("left=").append(left).append(", ");
        }
        if (right != null) {
            text.append("right=").append(right).append(", ");
        }
        if (children != null) {
            text.append("children=").append(children).append(", ");
        }
        if (byName != null) {
            text.append("byName=").append(byName).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Tree> {
        @Override
        public String name() {
            return "Tree";
        }

        @Override
        public Tree readBinary(BinaryInput in, int at) {
            return Tree.readBinary(in, at);
        }

        @Override
        public Tree readCompact(CompactInput in) {
            return Tree.readCompact(in);
        }
    }
}
