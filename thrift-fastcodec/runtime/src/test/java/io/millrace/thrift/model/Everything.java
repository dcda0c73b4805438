package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.BooleanList;
import io.millrace.thrift.ByteList;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.DoubleList;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.IntList;
import io.millrace.thrift.ShortList;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.UnknownFields;
import io.millrace.thrift.WireType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Every type, every requiredness, sparse and negative ids. */
public final class Everything implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Everything> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 320;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 59;

    private static final int NEGATIVE = WireType.I16 << 24 | (-5 & 0xFFFF) << 8;
    private static final int A_BOOL = WireType.BOOL << 24 | 1 << 8;
    private static final int AN_I8 = WireType.BYTE << 24 | 2 << 8;
    private static final int AN_I16 = WireType.I16 << 24 | 3 << 8;
    private static final int AN_I32 = WireType.I32 << 24 | 4 << 8;
    private static final int AN_I64 = WireType.I64 << 24 | 5 << 8;
    private static final int A_DOUBLE = WireType.DOUBLE << 24 | 6 << 8;
    private static final int A_STRING = WireType.STRING << 24 | 7 << 8;
    private static final int A_BINARY = WireType.STRING << 24 | 8 << 8;
    private static final int A_UUID = WireType.UUID << 24 | 9 << 8;
    private static final int COLOR = WireType.I32 << 24 | 10 << 8;
    private static final int PART = WireType.STRUCT << 24 | 11 << 8;
    private static final int CHOICE = WireType.STRUCT << 24 | 12 << 8;
    private static final int MAYBE_BOOL = WireType.BOOL << 24 | 13 << 8;
    private static final int MAYBE_I32 = WireType.I32 << 24 | 14 << 8;
    private static final int MUST_I64 = WireType.I64 << 24 | 15 << 8;
    private static final int MUST_STRING = WireType.STRING << 24 | 16 << 8;
    private static final int BOOLS = WireType.LIST << 24 | 20 << 8;
    private static final int BYTES = WireType.LIST << 24 | 21 << 8;
    private static final int SHORTS = WireType.LIST << 24 | 22 << 8;
    private static final int INTS = WireType.LIST << 24 | 23 << 8;
    private static final int DOUBLES = WireType.LIST << 24 | 24 << 8;
    private static final int COLORS = WireType.LIST << 24 | 25 << 8;
    private static final int BINARIES = WireType.LIST << 24 | 26 << 8;
    private static final int MATRIX = WireType.LIST << 24 | 27 << 8;
    private static final int PARTS = WireType.LIST << 24 | 28 << 8;
    private static final int INT_SET = WireType.SET << 24 | 29 << 8;
    private static final int STRING_SET = WireType.SET << 24 | 30 << 8;
    private static final int STRUCT_SET = WireType.SET << 24 | 31 << 8;
    private static final int BOOL_BY_NAME = WireType.MAP << 24 | 40 << 8;
    private static final int PART_BY_NUMBER = WireType.MAP << 24 | 41 << 8;
    private static final int LIST_BY_NAME = WireType.MAP << 24 | 42 << 8;
    private static final int MAP_BY_COLOR = WireType.MAP << 24 | 43 << 8;
    private static final int TEXT_BY_BINARY = WireType.MAP << 24 | 44 << 8;
    private static final int BYTE_BY_DOUBLE = WireType.MAP << 24 | 45 << 8;
    private static final int SET_BY_PART = WireType.MAP << 24 | 46 << 8;
    private static final int LATE = WireType.I32 << 24 | 300 << 8;
    private short negative;
    private boolean aBool;
    private byte anI8;
    private short anI16;
    private int anI32;
    private long anI64;
    private double aDouble;
    private @Nullable String aString;
    private @Nullable Bytes aBinary;
    private @Nullable UUID aUuid;
    private @Nullable Color color;
    private @Nullable Ano part;
    private @Nullable Choice choice;
    private boolean maybeBool;
    private int maybeI32;
    private long mustI64;
    private @Nullable String mustString;
    private @Nullable BooleanList bools;
    private @Nullable ByteList bytes;
    private @Nullable ShortList shorts;
    private @Nullable IntList ints;
    private @Nullable DoubleList doubles;
    private @Nullable List<Color> colors;
    private @Nullable List<Bytes> binaries;
    private @Nullable List<IntList> matrix;
    private @Nullable List<Ano> parts;
    private @Nullable Set<Integer> intSet;
    private @Nullable Set<String> stringSet;
    private @Nullable Set<Ano> structSet;
    private @Nullable Map<String, Boolean> boolByName;
    private @Nullable Map<Long, Ano> partByNumber;
    private @Nullable Map<String, List<String>> listByName;
    private @Nullable Map<Color, Map<Short, Double>> mapByColor;
    private @Nullable Map<Bytes, String> textByBinary;
    private @Nullable Map<Double, Byte> byteByDouble;
    private @Nullable Map<Ano, Set<Long>> setByPart;
    private int late;
    private int set;
    private @Nullable UnknownFields unknown;

    public short negative() {
        return negative;
    }

    public Everything negative(short value) {
        negative = value;
        return this;
    }

    public boolean aBool() {
        return aBool;
    }

    public Everything aBool(boolean value) {
        aBool = value;
        return this;
    }

    public byte anI8() {
        return anI8;
    }

    public Everything anI8(byte value) {
        anI8 = value;
        return this;
    }

    public short anI16() {
        return anI16;
    }

    public Everything anI16(short value) {
        anI16 = value;
        return this;
    }

    public int anI32() {
        return anI32;
    }

    public Everything anI32(int value) {
        anI32 = value;
        return this;
    }

    public long anI64() {
        return anI64;
    }

    public Everything anI64(long value) {
        anI64 = value;
        return this;
    }

    public double aDouble() {
        return aDouble;
    }

    public Everything aDouble(double value) {
        aDouble = value;
        return this;
    }

    public @Nullable String aString() {
        return aString;
    }

    public Everything aString(@Nullable String value) {
        aString = value;
        return this;
    }

    public @Nullable Bytes aBinary() {
        return aBinary;
    }

    public Everything aBinary(@Nullable Bytes value) {
        aBinary = value;
        return this;
    }

    public @Nullable UUID aUuid() {
        return aUuid;
    }

    public Everything aUuid(@Nullable UUID value) {
        aUuid = value;
        return this;
    }

    public @Nullable Color color() {
        return color;
    }

    public Everything color(@Nullable Color value) {
        color = value;
        return this;
    }

    public @Nullable Ano part() {
        return part;
    }

    public Everything part(@Nullable Ano value) {
        part = value;
        return this;
    }

    public @Nullable Choice choice() {
        return choice;
    }

    public Everything choice(@Nullable Choice value) {
        choice = value;
        return this;
    }

    public boolean maybeBool() {
        return maybeBool;
    }

    public Everything maybeBool(boolean value) {
        maybeBool = value;
        set |= 1;
        return this;
    }

    public boolean hasMaybeBool() {
        return (set & 1) != 0;
    }

    public Everything clearMaybeBool() {
        set &= ~1;
        maybeBool = false;
        return this;
    }

    public int maybeI32() {
        return maybeI32;
    }

    public Everything maybeI32(int value) {
        maybeI32 = value;
        set |= 2;
        return this;
    }

    public boolean hasMaybeI32() {
        return (set & 2) != 0;
    }

    public Everything clearMaybeI32() {
        set &= ~2;
        maybeI32 = 0;
        return this;
    }

    public long mustI64() {
        return mustI64;
    }

    public Everything mustI64(long value) {
        mustI64 = value;
        set |= 4;
        return this;
    }

    public boolean hasMustI64() {
        return (set & 4) != 0;
    }

    public Everything clearMustI64() {
        set &= ~4;
        mustI64 = 0;
        return this;
    }

    public @Nullable String mustString() {
        return mustString;
    }

    public Everything mustString(@Nullable String value) {
        mustString = value;
        return this;
    }

    public @Nullable BooleanList bools() {
        return bools;
    }

    public Everything bools(@Nullable BooleanList value) {
        bools = value;
        return this;
    }

    public @Nullable ByteList bytes() {
        return bytes;
    }

    public Everything bytes(@Nullable ByteList value) {
        bytes = value;
        return this;
    }

    public @Nullable ShortList shorts() {
        return shorts;
    }

    public Everything shorts(@Nullable ShortList value) {
        shorts = value;
        return this;
    }

    public @Nullable IntList ints() {
        return ints;
    }

    public Everything ints(@Nullable IntList value) {
        ints = value;
        return this;
    }

    public @Nullable DoubleList doubles() {
        return doubles;
    }

    public Everything doubles(@Nullable DoubleList value) {
        doubles = value;
        return this;
    }

    public @Nullable List<Color> colors() {
        return colors;
    }

    public Everything colors(@Nullable List<Color> value) {
        colors = value;
        return this;
    }

    public @Nullable List<Bytes> binaries() {
        return binaries;
    }

    public Everything binaries(@Nullable List<Bytes> value) {
        binaries = value;
        return this;
    }

    public @Nullable List<IntList> matrix() {
        return matrix;
    }

    public Everything matrix(@Nullable List<IntList> value) {
        matrix = value;
        return this;
    }

    public @Nullable List<Ano> parts() {
        return parts;
    }

    public Everything parts(@Nullable List<Ano> value) {
        parts = value;
        return this;
    }

    public @Nullable Set<Integer> intSet() {
        return intSet;
    }

    public Everything intSet(@Nullable Set<Integer> value) {
        intSet = value;
        return this;
    }

    public @Nullable Set<String> stringSet() {
        return stringSet;
    }

    public Everything stringSet(@Nullable Set<String> value) {
        stringSet = value;
        return this;
    }

    public @Nullable Set<Ano> structSet() {
        return structSet;
    }

    public Everything structSet(@Nullable Set<Ano> value) {
        structSet = value;
        return this;
    }

    public @Nullable Map<String, Boolean> boolByName() {
        return boolByName;
    }

    public Everything boolByName(@Nullable Map<String, Boolean> value) {
        boolByName = value;
        return this;
    }

    public @Nullable Map<Long, Ano> partByNumber() {
        return partByNumber;
    }

    public Everything partByNumber(@Nullable Map<Long, Ano> value) {
        partByNumber = value;
        return this;
    }

    public @Nullable Map<String, List<String>> listByName() {
        return listByName;
    }

    public Everything listByName(@Nullable Map<String, List<String>> value) {
        listByName = value;
        return this;
    }

    public @Nullable Map<Color, Map<Short, Double>> mapByColor() {
        return mapByColor;
    }

    public Everything mapByColor(@Nullable Map<Color, Map<Short, Double>> value) {
        mapByColor = value;
        return this;
    }

    public @Nullable Map<Bytes, String> textByBinary() {
        return textByBinary;
    }

    public Everything textByBinary(@Nullable Map<Bytes, String> value) {
        textByBinary = value;
        return this;
    }

    public @Nullable Map<Double, Byte> byteByDouble() {
        return byteByDouble;
    }

    public Everything byteByDouble(@Nullable Map<Double, Byte> value) {
        byteByDouble = value;
        return this;
    }

    public @Nullable Map<Ano, Set<Long>> setByPart() {
        return setByPart;
    }

    public Everything setByPart(@Nullable Map<Ano, Set<Long>> value) {
        setByPart = value;
        return this;
    }

    public int late() {
        return late;
    }

    public Everything late(int value) {
        late = value;
        set |= 8;
        return this;
    }

    public boolean hasLate() {
        return (set & 8) != 0;
    }

    public Everything clearLate() {
        set &= ~8;
        late = 0;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (aString != null) {
            length += 3;
            length += lengths.string(aString);
        }
        if (aBinary != null) {
            length += 3;
            length += lengths.binary(aBinary);
        }
        if (aUuid != null) {
            length += 19;
        }
        if (color != null) {
            length += 7;
        }
        if (part != null) {
            length += 3;
            length += part.binaryLength(lengths);
        }
        if (choice != null) {
            length += 3;
            length += choice.binaryLength(lengths);
        }
        if ((set & 1) != 0) {
            length += 4;
        }
        if ((set & 2) != 0) {
            length += 7;
        }
        if (!((set & 4) != 0)) {
            throw ThriftException.invalid("Everything.mustI64: required field missing");
        }
        if (mustString == null) {
            throw ThriftException.invalid("Everything.mustString: required field missing");
        }
        length += 3;
        length += lengths.string(mustString);
        if (bools != null) {
            length += 3;
            length += 5 + bools.size();
        }
        if (bytes != null) {
            length += 3;
            length += 5 + bytes.size();
        }
        if (shorts != null) {
            length += 3;
            length += 5 + 2L * shorts.size();
        }
        if (ints != null) {
            length += 3;
            length += 5 + 4L * ints.size();
        }
        if (doubles != null) {
            length += 3;
            length += 5 + 8L * doubles.size();
        }
        if (colors != null) {
            length += 3 + colorsLength(colors, lengths);
        }
        if (binaries != null) {
            length += 3 + binariesLength(binaries, lengths);
        }
        if (matrix != null) {
            length += 3 + matrixLength(matrix, lengths);
        }
        if (parts != null) {
            length += 3 + partsLength(parts, lengths);
        }
        if (intSet != null) {
            length += 3 + intSetLength(intSet, lengths);
        }
        if (stringSet != null) {
            length += 3 + stringSetLength(stringSet, lengths);
        }
        if (structSet != null) {
            length += 3 + structSetLength(structSet, lengths);
        }
        if (boolByName != null) {
            length += 3 + boolByNameLength(boolByName, lengths);
        }
        if (partByNumber != null) {
            length += 3 + partByNumberLength(partByNumber, lengths);
        }
        if (listByName != null) {
            length += 3 + listByNameLength(listByName, lengths);
        }
        if (mapByColor != null) {
            length += 3 + mapByColorLength(mapByColor, lengths);
        }
        if (textByBinary != null) {
            length += 3 + textByBinaryLength(textByBinary, lengths);
        }
        if (byteByDouble != null) {
            length += 3 + byteByDoubleLength(byteByDouble, lengths);
        }
        if (setByPart != null) {
            length += 3 + setByPartLength(setByPart, lengths);
        }
        if ((set & 8) != 0) {
            length += 7;
        }
        return length;
    }

    static long colorsLength(List<Color> colors, EncodedLengths lengths) {
        long length = 0;
        length += 5 + 4L * colors.size();
        return length;
    }

    static long binariesLength(List<Bytes> binaries, EncodedLengths lengths) {
        long length = 0;
        length += 5;
        for (Bytes element1 : binaries) {
            length += lengths.binary(element1);
        }
        return length;
    }

    static long matrixLength(List<IntList> matrix, EncodedLengths lengths) {
        long length = 0;
        length += 5;
        for (IntList element1 : matrix) {
            length += 5 + 4L * element1.size();
        }
        return length;
    }

    static long partsLength(List<Ano> parts, EncodedLengths lengths) {
        long length = 0;
        length += 5;
        for (Ano element1 : parts) {
            length += element1.binaryLength(lengths);
        }
        return length;
    }

    static long intSetLength(Set<Integer> intSet, EncodedLengths lengths) {
        long length = 0;
        length += 5 + 4L * intSet.size();
        return length;
    }

    static long stringSetLength(Set<String> stringSet, EncodedLengths lengths) {
        long length = 0;
        length += 5 + lengths.strings(stringSet);
        return length;
    }

    static long structSetLength(Set<Ano> structSet, EncodedLengths lengths) {
        long length = 0;
        length += 5;
        for (Ano element1 : structSet) {
            length += element1.binaryLength(lengths);
        }
        return length;
    }

    static long boolByNameLength(Map<String, Boolean> boolByName, EncodedLengths lengths) {
        long length = 0;
        length += 6 + 1L * boolByName.size();
        for (String key1 : boolByName.keySet()) {
            length += lengths.string(key1);
        }
        return length;
    }

    static long partByNumberLength(Map<Long, Ano> partByNumber, EncodedLengths lengths) {
        long length = 0;
        length += 6 + 8L * partByNumber.size();
        for (Ano value1 : partByNumber.values()) {
            length += value1.binaryLength(lengths);
        }
        return length;
    }

    static long listByNameLength(Map<String, List<String>> listByName, EncodedLengths lengths) {
        long length = 0;
        length += 6;
        for (Map.Entry<String, List<String>> entry1 : listByName.entrySet()) {
            length += lengths.string(entry1.getKey());
            length += 5 + lengths.strings(entry1.getValue());
        }
        return length;
    }

    static long mapByColorLength(Map<Color, Map<Short, Double>> mapByColor, EncodedLengths lengths) {
        long length = 0;
        length += 6 + 4L * mapByColor.size();
        for (Map<Short, Double> value1 : mapByColor.values()) {
            length += 6 + 10L * value1.size();
        }
        return length;
    }

    static long textByBinaryLength(Map<Bytes, String> textByBinary, EncodedLengths lengths) {
        long length = 0;
        length += 6;
        for (Map.Entry<Bytes, String> entry1 : textByBinary.entrySet()) {
            length += lengths.binary(entry1.getKey());
            length += lengths.string(entry1.getValue());
        }
        return length;
    }

    static long byteByDoubleLength(Map<Double, Byte> byteByDouble, EncodedLengths lengths) {
        long length = 0;
        length += 6 + 9L * byteByDouble.size();
        return length;
    }

    static long setByPartLength(Map<Ano, Set<Long>> setByPart, EncodedLengths lengths) {
        long length = 0;
        length += 6;
        for (Map.Entry<Ano, Set<Long>> entry1 : setByPart.entrySet()) {
            length += entry1.getKey().binaryLength(lengths);
            length += 5 + 8L * entry1.getValue().size();
        }
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        to = out.i16(to, NEGATIVE, negative);
        to = out.bool(to, A_BOOL, aBool);
        to = out.i8(to, AN_I8, anI8);
        to = out.i16(to, AN_I16, anI16);
        to = out.i32(to, AN_I32, anI32);
        to = out.i64(to, AN_I64, anI64);
        to = out.f64(to, A_DOUBLE, aDouble);
        if (aString != null) {
            to = out.string(to, A_STRING, aString);
        }
        if (aBinary != null) {
            to = out.binary(to, A_BINARY, aBinary);
        }
        if (aUuid != null) {
            to = out.uuid(to, A_UUID, aUuid);
        }
        if (color != null) {
            to = out.i32(to, COLOR, color.number());
        }
        if (part != null) {
            to = out.header(to, PART);
            to = part.writeBinary(out, to);
        }
        if (choice != null) {
            to = out.header(to, CHOICE);
            to = choice.writeBinary(out, to);
        }
        if ((set & 1) != 0) {
            to = out.bool(to, MAYBE_BOOL, maybeBool);
        }
        if ((set & 2) != 0) {
            to = out.i32(to, MAYBE_I32, maybeI32);
        }
        to = out.i64(to, MUST_I64, mustI64);
        if (mustString != null) {
            to = out.string(to, MUST_STRING, mustString);
        }
        if (bools != null) {
            to = out.header(to, BOOLS);
            to = out.booleans(to, bools);
        }
        if (bytes != null) {
            to = out.header(to, BYTES);
            to = out.bytes(to, bytes);
        }
        if (shorts != null) {
            to = out.header(to, SHORTS);
            to = out.shorts(to, shorts);
        }
        if (ints != null) {
            to = out.header(to, INTS);
            to = out.ints(to, ints);
        }
        if (doubles != null) {
            to = out.header(to, DOUBLES);
            to = out.doubles(to, doubles);
        }
        if (colors != null) {
            to = writeColors(out, out.header(to, COLORS), colors);
        }
        if (binaries != null) {
            to = writeBinaries(out, out.header(to, BINARIES), binaries);
        }
        if (matrix != null) {
            to = writeMatrix(out, out.header(to, MATRIX), matrix);
        }
        if (parts != null) {
            to = writeParts(out, out.header(to, PARTS), parts);
        }
        if (intSet != null) {
            to = writeIntSet(out, out.header(to, INT_SET), intSet);
        }
        if (stringSet != null) {
            to = writeStringSet(out, out.header(to, STRING_SET), stringSet);
        }
        if (structSet != null) {
            to = writeStructSet(out, out.header(to, STRUCT_SET), structSet);
        }
        if (boolByName != null) {
            to = writeBoolByName(out, out.header(to, BOOL_BY_NAME), boolByName);
        }
        if (partByNumber != null) {
            to = writePartByNumber(out, out.header(to, PART_BY_NUMBER), partByNumber);
        }
        if (listByName != null) {
            to = writeListByName(out, out.header(to, LIST_BY_NAME), listByName);
        }
        if (mapByColor != null) {
            to = writeMapByColor(out, out.header(to, MAP_BY_COLOR), mapByColor);
        }
        if (textByBinary != null) {
            to = writeTextByBinary(out, out.header(to, TEXT_BY_BINARY), textByBinary);
        }
        if (byteByDouble != null) {
            to = writeByteByDouble(out, out.header(to, BYTE_BY_DOUBLE), byteByDouble);
        }
        if (setByPart != null) {
            to = writeSetByPart(out, out.header(to, SET_BY_PART), setByPart);
        }
        if ((set & 8) != 0) {
            to = out.i32(to, LATE, late);
        }
        return out.end(to, unknown);
    }

    static int writeColors(BinaryOutput out, int at, List<Color> colors) {
        int to = at;
        to = out.list(to, WireType.I32, colors.size());
        for (Color element1 : colors) {
            to = out.i32(to, element1.number());
        }
        return to;
    }

    static int writeBinaries(BinaryOutput out, int at, List<Bytes> binaries) {
        int to = at;
        to = out.list(to, WireType.STRING, binaries.size());
        for (Bytes element1 : binaries) {
            to = out.binary(to, element1);
        }
        return to;
    }

    static int writeMatrix(BinaryOutput out, int at, List<IntList> matrix) {
        int to = at;
        to = out.list(to, WireType.LIST, matrix.size());
        for (IntList element1 : matrix) {
            to = out.ints(to, element1);
        }
        return to;
    }

    static int writeParts(BinaryOutput out, int at, List<Ano> parts) {
        int to = at;
        to = out.list(to, WireType.STRUCT, parts.size());
        for (Ano element1 : parts) {
            to = element1.writeBinary(out, to);
        }
        return to;
    }

    static int writeIntSet(BinaryOutput out, int at, Set<Integer> intSet) {
        int to = at;
        to = out.list(to, WireType.I32, intSet.size());
        for (Integer element1 : intSet) {
            to = out.i32(to, element1);
        }
        return to;
    }

    static int writeStringSet(BinaryOutput out, int at, Set<String> stringSet) {
        int to = at;
        to = out.list(to, WireType.STRING, stringSet.size());
        for (String element1 : stringSet) {
            to = out.string(to, element1);
        }
        return to;
    }

    static int writeStructSet(BinaryOutput out, int at, Set<Ano> structSet) {
        int to = at;
        to = out.list(to, WireType.STRUCT, structSet.size());
        for (Ano element1 : structSet) {
            to = element1.writeBinary(out, to);
        }
        return to;
    }

    static int writeBoolByName(BinaryOutput out, int at, Map<String, Boolean> boolByName) {
        int to = at;
        to = out.map(to, WireType.STRING, WireType.BOOL, boolByName.size());
        for (Map.Entry<String, Boolean> entry1 : boolByName.entrySet()) {
            to = out.string(to, entry1.getKey());
            to = out.bool(to, entry1.getValue());
        }
        return to;
    }

    static int writePartByNumber(BinaryOutput out, int at, Map<Long, Ano> partByNumber) {
        int to = at;
        to = out.map(to, WireType.I64, WireType.STRUCT, partByNumber.size());
        for (Map.Entry<Long, Ano> entry1 : partByNumber.entrySet()) {
            to = out.i64(to, entry1.getKey());
            to = entry1.getValue().writeBinary(out, to);
        }
        return to;
    }

    static int writeListByName(BinaryOutput out, int at, Map<String, List<String>> listByName) {
        int to = at;
        to = out.map(to, WireType.STRING, WireType.LIST, listByName.size());
        for (Map.Entry<String, List<String>> entry1 : listByName.entrySet()) {
            to = out.string(to, entry1.getKey());
            to = out.list(to, WireType.STRING, entry1.getValue().size());
            for (String element2 : entry1.getValue()) {
                to = out.string(to, element2);
            }
        }
        return to;
    }

    static int writeMapByColor(BinaryOutput out, int at, Map<Color, Map<Short, Double>> mapByColor) {
        int to = at;
        to = out.map(to, WireType.I32, WireType.MAP, mapByColor.size());
        for (Map.Entry<Color, Map<Short, Double>> entry1 : mapByColor.entrySet()) {
            to = out.i32(to, entry1.getKey().number());
            to = out.map(to, WireType.I16, WireType.DOUBLE, entry1.getValue().size());
            for (Map.Entry<Short, Double> entry2 : entry1.getValue().entrySet()) {
                to = out.i16(to, entry2.getKey());
                to = out.f64(to, entry2.getValue());
            }
        }
        return to;
    }

    static int writeTextByBinary(BinaryOutput out, int at, Map<Bytes, String> textByBinary) {
        int to = at;
        to = out.map(to, WireType.STRING, WireType.STRING, textByBinary.size());
        for (Map.Entry<Bytes, String> entry1 : textByBinary.entrySet()) {
            to = out.binary(to, entry1.getKey());
            to = out.string(to, entry1.getValue());
        }
        return to;
    }

    static int writeByteByDouble(BinaryOutput out, int at, Map<Double, Byte> byteByDouble) {
        int to = at;
        to = out.map(to, WireType.DOUBLE, WireType.BYTE, byteByDouble.size());
        for (Map.Entry<Double, Byte> entry1 : byteByDouble.entrySet()) {
            to = out.f64(to, entry1.getKey());
            to = out.i8(to, entry1.getValue());
        }
        return to;
    }

    static int writeSetByPart(BinaryOutput out, int at, Map<Ano, Set<Long>> setByPart) {
        int to = at;
        to = out.map(to, WireType.STRUCT, WireType.SET, setByPart.size());
        for (Map.Entry<Ano, Set<Long>> entry1 : setByPart.entrySet()) {
            to = entry1.getKey().writeBinary(out, to);
            to = out.list(to, WireType.I64, entry1.getValue().size());
            for (Long element2 : entry1.getValue()) {
                to = out.i64(to, element2);
            }
        }
        return to;
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Everything readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Everything value = new Everything();
        int to = at;
        if (in.at(to, NEGATIVE, 5)) {
            value.negative = in.i16(to + 3);
            to += 5;
        }
        if (in.at(to, A_BOOL, 4)) {
            value.aBool = in.bool(to + 3);
            to += 4;
        }
        if (in.at(to, AN_I8, 4)) {
            value.anI8 = in.i8(to + 3);
            to += 4;
        }
        if (in.at(to, AN_I16, 5)) {
            value.anI16 = in.i16(to + 3);
            to += 5;
        }
        if (in.at(to, AN_I32, 7)) {
            value.anI32 = in.i32(to + 3);
            to += 7;
        }
        if (in.at(to, AN_I64, 11)) {
            value.anI64 = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, A_DOUBLE, 11)) {
            value.aDouble = in.f64(to + 3);
            to += 11;
        }
        if (in.at(to, A_STRING, 7)) {
            value.aString = in.string(to + 3);
            to = in.position();
        }
        if (in.at(to, A_BINARY, 7)) {
            value.aBinary = in.binary(to + 3);
            to = in.position();
        }
        if (in.at(to, A_UUID, 19)) {
            value.aUuid = in.uuid(to + 3);
            to += 19;
        }
        if (in.at(to, COLOR, 7)) {
            value.color = Color.of(in.i32(to + 3));
            to += 7;
        }
        if (in.at(to, PART, 4)) {
            value.part = Ano.readBinary(in, to + 3);
            to = in.position();
        }
        if (in.at(to, CHOICE, 4)) {
            value.choice = Choice.readBinary(in, to + 3);
            to = in.position();
        }
        if (in.at(to, MAYBE_BOOL, 4)) {
            value.maybeBool = in.bool(to + 3);
            value.set |= 1;
            to += 4;
        }
        if (in.at(to, MAYBE_I32, 7)) {
            value.maybeI32 = in.i32(to + 3);
            value.set |= 2;
            to += 7;
        }
        if (in.at(to, MUST_I64, 11)) {
            value.mustI64 = in.i64(to + 3);
            value.set |= 4;
            to += 11;
        }
        if (in.at(to, MUST_STRING, 7)) {
            value.mustString = in.string(to + 3);
            to = in.position();
        }
        if (in.at(to, BOOLS, 8)) {
            value.bools = in.booleans(to + 3);
            to = in.position();
        }
        if (in.at(to, BYTES, 8)) {
            value.bytes = in.bytes(to + 3);
            to = in.position();
        }
        if (in.at(to, SHORTS, 8)) {
            value.shorts = in.shorts(to + 3);
            to = in.position();
        }
        if (in.at(to, INTS, 8)) {
            value.ints = in.ints(to + 3);
            to = in.position();
        }
        if (in.at(to, DOUBLES, 8)) {
            value.doubles = in.doubles(to + 3);
            to = in.position();
        }
        if (in.at(to, COLORS, 8)) {
            value.colors = readColors(in, to + 3);
            to = in.position();
        }
        if (in.at(to, BINARIES, 8)) {
            value.binaries = readBinaries(in, to + 3);
            to = in.position();
        }
        if (in.at(to, MATRIX, 8)) {
            value.matrix = readMatrix(in, to + 3);
            to = in.position();
        }
        if (in.at(to, PARTS, 8)) {
            value.parts = readParts(in, to + 3);
            to = in.position();
        }
        if (in.at(to, INT_SET, 8)) {
            value.intSet = readIntSet(in, to + 3);
            to = in.position();
        }
        if (in.at(to, STRING_SET, 8)) {
            value.stringSet = readStringSet(in, to + 3);
            to = in.position();
        }
        if (in.at(to, STRUCT_SET, 8)) {
            value.structSet = readStructSet(in, to + 3);
            to = in.position();
        }
        if (in.at(to, BOOL_BY_NAME, 9)) {
            value.boolByName = readBoolByName(in, to + 3);
            to = in.position();
        }
        if (in.at(to, PART_BY_NUMBER, 9)) {
            value.partByNumber = readPartByNumber(in, to + 3);
            to = in.position();
        }
        if (in.at(to, LIST_BY_NAME, 9)) {
            value.listByName = readListByName(in, to + 3);
            to = in.position();
        }
        if (in.at(to, MAP_BY_COLOR, 9)) {
            value.mapByColor = readMapByColor(in, to + 3);
            to = in.position();
        }
        if (in.at(to, TEXT_BY_BINARY, 9)) {
            value.textByBinary = readTextByBinary(in, to + 3);
            to = in.position();
        }
        if (in.at(to, BYTE_BY_DOUBLE, 9)) {
            value.byteByDouble = readByteByDouble(in, to + 3);
            to = in.position();
        }
        if (in.at(to, SET_BY_PART, 9)) {
            value.setByPart = readSetByPart(in, to + 3);
            to = in.position();
        }
        if (in.at(to, LATE, 7)) {
            value.late = in.i32(to + 3);
            value.set |= 8;
            to += 7;
        }
        if (!in.stop(to)) {
            to = value.readRest(in, to);
        }
        if ((value.set & 4) == 0) {
            throw in.missing(to, "Everything.mustI64");
        }
        if (value.mustString == null) {
            throw in.missing(to, "Everything.mustString");
        }
        in.exit(to);
        return value;
    }

    private int readRest(BinaryInput in, int at) {
        int to = at;
        for (int field = in.field(to); field != 0; field = in.field(to)) {
            switch (field) {
                case NEGATIVE >>> 8 -> {
                    in.need(to, 5);
                    negative = in.i16(to + 3);
                    to += 5;
                }
                case A_BOOL >>> 8 -> {
                    in.need(to, 4);
                    aBool = in.bool(to + 3);
                    to += 4;
                }
                case AN_I8 >>> 8 -> {
                    in.need(to, 4);
                    anI8 = in.i8(to + 3);
                    to += 4;
                }
                case AN_I16 >>> 8 -> {
                    in.need(to, 5);
                    anI16 = in.i16(to + 3);
                    to += 5;
                }
                case AN_I32 >>> 8 -> {
                    in.need(to, 7);
                    anI32 = in.i32(to + 3);
                    to += 7;
                }
                case AN_I64 >>> 8 -> {
                    in.need(to, 11);
                    anI64 = in.i64(to + 3);
                    to += 11;
                }
                case A_DOUBLE >>> 8 -> {
                    in.need(to, 11);
                    aDouble = in.f64(to + 3);
                    to += 11;
                }
                case A_STRING >>> 8 -> {
                    aString = in.string(to + 3);
                    to = in.position();
                }
                case A_BINARY >>> 8 -> {
                    aBinary = in.binary(to + 3);
                    to = in.position();
                }
                case A_UUID >>> 8 -> {
                    in.need(to, 19);
                    aUuid = in.uuid(to + 3);
                    to += 19;
                }
                case COLOR >>> 8 -> {
                    in.need(to, 7);
                    color = Color.of(in.i32(to + 3));
                    to += 7;
                }
                case PART >>> 8 -> {
                    part = Ano.readBinary(in, to + 3);
                    to = in.position();
                }
                case CHOICE >>> 8 -> {
                    choice = Choice.readBinary(in, to + 3);
                    to = in.position();
                }
                case MAYBE_BOOL >>> 8 -> {
                    in.need(to, 4);
                    maybeBool = in.bool(to + 3);
                    set |= 1;
                    to += 4;
                }
                case MAYBE_I32 >>> 8 -> {
                    in.need(to, 7);
                    maybeI32 = in.i32(to + 3);
                    set |= 2;
                    to += 7;
                }
                case MUST_I64 >>> 8 -> {
                    in.need(to, 11);
                    mustI64 = in.i64(to + 3);
                    set |= 4;
                    to += 11;
                }
                case MUST_STRING >>> 8 -> {
                    mustString = in.string(to + 3);
                    to = in.position();
                }
                case BOOLS >>> 8 -> {
                    bools = in.booleans(to + 3);
                    to = in.position();
                }
                case BYTES >>> 8 -> {
                    bytes = in.bytes(to + 3);
                    to = in.position();
                }
                case SHORTS >>> 8 -> {
                    shorts = in.shorts(to + 3);
                    to = in.position();
                }
                case INTS >>> 8 -> {
                    ints = in.ints(to + 3);
                    to = in.position();
                }
                case DOUBLES >>> 8 -> {
                    doubles = in.doubles(to + 3);
                    to = in.position();
                }
                case COLORS >>> 8 -> {
                    colors = readColors(in, to + 3);
                    to = in.position();
                }
                case BINARIES >>> 8 -> {
                    binaries = readBinaries(in, to + 3);
                    to = in.position();
                }
                case MATRIX >>> 8 -> {
                    matrix = readMatrix(in, to + 3);
                    to = in.position();
                }
                case PARTS >>> 8 -> {
                    parts = readParts(in, to + 3);
                    to = in.position();
                }
                case INT_SET >>> 8 -> {
                    intSet = readIntSet(in, to + 3);
                    to = in.position();
                }
                case STRING_SET >>> 8 -> {
                    stringSet = readStringSet(in, to + 3);
                    to = in.position();
                }
                case STRUCT_SET >>> 8 -> {
                    structSet = readStructSet(in, to + 3);
                    to = in.position();
                }
                case BOOL_BY_NAME >>> 8 -> {
                    boolByName = readBoolByName(in, to + 3);
                    to = in.position();
                }
                case PART_BY_NUMBER >>> 8 -> {
                    partByNumber = readPartByNumber(in, to + 3);
                    to = in.position();
                }
                case LIST_BY_NAME >>> 8 -> {
                    listByName = readListByName(in, to + 3);
                    to = in.position();
                }
                case MAP_BY_COLOR >>> 8 -> {
                    mapByColor = readMapByColor(in, to + 3);
                    to = in.position();
                }
                case TEXT_BY_BINARY >>> 8 -> {
                    textByBinary = readTextByBinary(in, to + 3);
                    to = in.position();
                }
                case BYTE_BY_DOUBLE >>> 8 -> {
                    byteByDouble = readByteByDouble(in, to + 3);
                    to = in.position();
                }
                case SET_BY_PART >>> 8 -> {
                    setByPart = readSetByPart(in, to + 3);
                    to = in.position();
                }
                case LATE >>> 8 -> {
                    in.need(to, 7);
                    late = in.i32(to + 3);
                    set |= 8;
                    to += 7;
                }
                default -> to = readOther(in, field, to);
            }
        }
        return to;
    }

    /** A field that the definition does not have is kept, one of another type than defined is not. */
    private int readOther(BinaryInput in, int field, int at) {
        switch (field & 0xFFFF) {
            case -5 & 0xFFFF,
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    9,
                    10,
                    11,
                    12,
                    13,
                    14,
                    15,
                    16,
                    20,
                    21,
                    22,
                    23,
                    24,
                    25,
                    26,
                    27,
                    28,
                    29,
                    30,
                    31,
                    40,
                    41,
                    42,
                    43,
                    44,
                    45,
                    46,
                    300 -> {
                return in.skipField(at);
            }
            default -> {
                unknown = in.keepField(at, unknown);
                return in.position();
            }
        }
    }

    static List<Color> readColors(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.I32);
        List<Color> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            Color item4 = Color.of(in.i32(in.need(to, 4)));
            to += 4;
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static List<Bytes> readBinaries(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.STRING);
        List<Bytes> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            Bytes item4 = in.binary(to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static List<IntList> readMatrix(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.LIST);
        List<IntList> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            IntList item4 = in.ints(to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static List<Ano> readParts(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.STRUCT);
        List<Ano> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            Ano item4 = Ano.readBinary(in, to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static Set<Integer> readIntSet(BinaryInput in, int at) {
        int to = at;
        int count2 = in.set(to, WireType.I32);
        Set<Integer> item1 = new LinkedHashSet<>(BinaryInput.tableSize(count2));
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            int item4 = in.i32(in.need(to, 4));
            to += 4;
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static Set<String> readStringSet(BinaryInput in, int at) {
        int to = at;
        int count2 = in.set(to, WireType.STRING);
        Set<String> item1 = new LinkedHashSet<>(BinaryInput.tableSize(count2));
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static Set<Ano> readStructSet(BinaryInput in, int at) {
        int to = at;
        int count2 = in.set(to, WireType.STRUCT);
        Set<Ano> item1 = new LinkedHashSet<>(BinaryInput.tableSize(count2));
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            Ano item4 = Ano.readBinary(in, to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static Map<String, Boolean> readBoolByName(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.STRING, WireType.BOOL);
        Map<String, Boolean> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            boolean item5 = in.bool(in.need(to, 1));
            to += 1;
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static Map<Long, Ano> readPartByNumber(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.I64, WireType.STRUCT);
        Map<Long, Ano> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            long item4 = in.i64(in.need(to, 8));
            to += 8;
            Ano item5 = Ano.readBinary(in, to);
            to = in.position();
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static Map<String, List<String>> readListByName(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.STRING, WireType.LIST);
        Map<String, List<String>> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            int count6 = in.list(to, WireType.STRING);
            List<String> item5 = new ArrayList<>(count6);
            to += 5;
            for (int i7 = 0; i7 < count6; i7++) {
                String item8 = in.string(to);
                to = in.position();
                item5.add(item8);
            }
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static Map<Color, Map<Short, Double>> readMapByColor(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.I32, WireType.MAP);
        Map<Color, Map<Short, Double>> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            Color item4 = Color.of(in.i32(in.need(to, 4)));
            to += 4;
            int count6 = in.map(to, WireType.I16, WireType.DOUBLE);
            Map<Short, Double> item5 = new LinkedHashMap<>(BinaryInput.tableSize(count6));
            to += 6;
            for (int i7 = 0; i7 < count6; i7++) {
                short item8 = in.i16(in.need(to, 2));
                to += 2;
                double item9 = in.f64(in.need(to, 8));
                to += 8;
                item5.put(item8, item9);
            }
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static Map<Bytes, String> readTextByBinary(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.STRING, WireType.STRING);
        Map<Bytes, String> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            Bytes item4 = in.binary(to);
            to = in.position();
            String item5 = in.string(to);
            to = in.position();
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static Map<Double, Byte> readByteByDouble(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.DOUBLE, WireType.BYTE);
        Map<Double, Byte> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            double item4 = in.f64(in.need(to, 8));
            to += 8;
            byte item5 = in.i8(in.need(to, 1));
            to += 1;
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static Map<Ano, Set<Long>> readSetByPart(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.STRUCT, WireType.SET);
        Map<Ano, Set<Long>> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            Ano item4 = Ano.readBinary(in, to);
            to = in.position();
            int count6 = in.set(to, WireType.I64);
            Set<Long> item5 = new LinkedHashSet<>(BinaryInput.tableSize(count6));
            to += 5;
            for (int i7 = 0; i7 < count6; i7++) {
                long item8 = in.i64(in.need(to, 8));
                to += 8;
                item5.add(item8);
            }
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        out.i16(-5, negative);
        out.bool(1, aBool);
        out.i8(2, anI8);
        out.i16(3, anI16);
        out.i32(4, anI32);
        out.i64(5, anI64);
        out.f64(6, aDouble);
        if (aString != null) {
            out.field(7, WireType.STRING);
            out.string(aString);
        }
        if (aBinary != null) {
            out.field(8, WireType.STRING);
            out.binary(aBinary);
        }
        if (aUuid != null) {
            out.field(9, WireType.UUID);
            out.uuid(aUuid);
        }
        if (color != null) {
            out.field(10, WireType.I32);
            out.i32(color.number());
        }
        if (part != null) {
            out.field(11, WireType.STRUCT);
            part.writeCompact(out);
        }
        if (choice != null) {
            out.field(12, WireType.STRUCT);
            choice.writeCompact(out);
        }
        if ((set & 1) != 0) {
            out.bool(13, maybeBool);
        }
        if ((set & 2) != 0) {
            out.i32(14, maybeI32);
        }
        if (!((set & 4) != 0)) {
            throw ThriftException.invalid("Everything.mustI64: required field missing");
        }
        out.i64(15, mustI64);
        if (mustString == null) {
            throw ThriftException.invalid("Everything.mustString: required field missing");
        }
        out.field(16, WireType.STRING);
        out.string(mustString);
        if (bools != null) {
            out.field(20, WireType.LIST);
            out.booleans(bools);
        }
        if (bytes != null) {
            out.field(21, WireType.LIST);
            out.bytes(bytes);
        }
        if (shorts != null) {
            out.field(22, WireType.LIST);
            out.shorts(shorts);
        }
        if (ints != null) {
            out.field(23, WireType.LIST);
            out.ints(ints);
        }
        if (doubles != null) {
            out.field(24, WireType.LIST);
            out.doubles(doubles);
        }
        if (colors != null) {
            out.field(25, WireType.LIST);
            out.list(WireType.I32, colors.size());
            for (Color element1 : colors) {
                out.i32(element1.number());
            }
        }
        if (binaries != null) {
            out.field(26, WireType.LIST);
            out.list(WireType.STRING, binaries.size());
            for (Bytes element2 : binaries) {
                out.binary(element2);
            }
        }
        if (matrix != null) {
            out.field(27, WireType.LIST);
            out.list(WireType.LIST, matrix.size());
            for (IntList element3 : matrix) {
                out.ints(element3);
            }
        }
        if (parts != null) {
            out.field(28, WireType.LIST);
            out.list(WireType.STRUCT, parts.size());
            for (Ano element4 : parts) {
                element4.writeCompact(out);
            }
        }
        if (intSet != null) {
            out.field(29, WireType.SET);
            out.list(WireType.I32, intSet.size());
            for (Integer element5 : intSet) {
                out.i32(element5);
            }
        }
        if (stringSet != null) {
            out.field(30, WireType.SET);
            out.list(WireType.STRING, stringSet.size());
            for (String element6 : stringSet) {
                out.string(element6);
            }
        }
        if (structSet != null) {
            out.field(31, WireType.SET);
            out.list(WireType.STRUCT, structSet.size());
            for (Ano element7 : structSet) {
                element7.writeCompact(out);
            }
        }
        if (boolByName != null) {
            out.field(40, WireType.MAP);
            out.map(WireType.STRING, WireType.BOOL, boolByName.size());
            for (Map.Entry<String, Boolean> entry8 : boolByName.entrySet()) {
                out.string(entry8.getKey());
                out.bool(entry8.getValue());
            }
        }
        if (partByNumber != null) {
            out.field(41, WireType.MAP);
            out.map(WireType.I64, WireType.STRUCT, partByNumber.size());
            for (Map.Entry<Long, Ano> entry9 : partByNumber.entrySet()) {
                out.i64(entry9.getKey());
                entry9.getValue().writeCompact(out);
            }
        }
        if (listByName != null) {
            out.field(42, WireType.MAP);
            out.map(WireType.STRING, WireType.LIST, listByName.size());
            for (Map.Entry<String, List<String>> entry10 : listByName.entrySet()) {
                out.string(entry10.getKey());
                out.list(WireType.STRING, entry10.getValue().size());
                for (String element11 : entry10.getValue()) {
                    out.string(element11);
                }
            }
        }
        if (mapByColor != null) {
            out.field(43, WireType.MAP);
            out.map(WireType.I32, WireType.MAP, mapByColor.size());
            for (Map.Entry<Color, Map<Short, Double>> entry12 : mapByColor.entrySet()) {
                out.i32(entry12.getKey().number());
                out.map(WireType.I16, WireType.DOUBLE, entry12.getValue().size());
                for (Map.Entry<Short, Double> entry13 : entry12.getValue().entrySet()) {
                    out.i16(entry13.getKey());
                    out.f64(entry13.getValue());
                }
            }
        }
        if (textByBinary != null) {
            out.field(44, WireType.MAP);
            out.map(WireType.STRING, WireType.STRING, textByBinary.size());
            for (Map.Entry<Bytes, String> entry14 : textByBinary.entrySet()) {
                out.binary(entry14.getKey());
                out.string(entry14.getValue());
            }
        }
        if (byteByDouble != null) {
            out.field(45, WireType.MAP);
            out.map(WireType.DOUBLE, WireType.BYTE, byteByDouble.size());
            for (Map.Entry<Double, Byte> entry15 : byteByDouble.entrySet()) {
                out.f64(entry15.getKey());
                out.i8(entry15.getValue());
            }
        }
        if (setByPart != null) {
            out.field(46, WireType.MAP);
            out.map(WireType.STRUCT, WireType.SET, setByPart.size());
            for (Map.Entry<Ano, Set<Long>> entry16 : setByPart.entrySet()) {
                entry16.getKey().writeCompact(out);
                out.list(WireType.I64, entry16.getValue().size());
                for (Long element17 : entry16.getValue()) {
                    out.i64(element17);
                }
            }
        }
        if ((set & 8) != 0) {
            out.i32(300, late);
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Everything readCompact(CompactInput in) {
        in.enter(MEMORY);
        Everything value = new Everything();
        for (int field = in.field(); field != 0; field = in.field()) {
            value.readField(in, field);
        }
        if ((value.set & 4) == 0) {
            throw in.missing("Everything.mustI64");
        }
        if (value.mustString == null) {
            throw in.missing("Everything.mustString");
        }
        in.exit();
        return value;
    }

    private void readField(CompactInput in, int field) {
        switch (field) {
            case NEGATIVE >>> 8 -> {
                short item1 = in.i16();
                negative = item1;
            }
            case A_BOOL >>> 8 -> {
                boolean item1 = in.bool();
                aBool = item1;
            }
            case AN_I8 >>> 8 -> {
                byte item1 = in.i8();
                anI8 = item1;
            }
            case AN_I16 >>> 8 -> {
                short item1 = in.i16();
                anI16 = item1;
            }
            case AN_I32 >>> 8 -> {
                int item1 = in.i32();
                anI32 = item1;
            }
            case AN_I64 >>> 8 -> {
                long item1 = in.i64();
                anI64 = item1;
            }
            case A_DOUBLE >>> 8 -> {
                double item1 = in.f64();
                aDouble = item1;
            }
            case A_STRING >>> 8 -> {
                String item1 = in.string();
                aString = item1;
            }
            case A_BINARY >>> 8 -> {
                Bytes item1 = in.binary();
                aBinary = item1;
            }
            case A_UUID >>> 8 -> {
                UUID item1 = in.uuid();
                aUuid = item1;
            }
            case COLOR >>> 8 -> {
                Color item1 = Color.of(in.i32());
                color = item1;
            }
            case PART >>> 8 -> {
                Ano item1 = Ano.readCompact(in);
                part = item1;
            }
            case CHOICE >>> 8 -> {
                Choice item1 = Choice.readCompact(in);
                choice = item1;
            }
            case MAYBE_BOOL >>> 8 -> {
                boolean item1 = in.bool();
                maybeBool = item1;
                set |= 1;
            }
            case MAYBE_I32 >>> 8 -> {
                int item1 = in.i32();
                maybeI32 = item1;
                set |= 2;
            }
            case MUST_I64 >>> 8 -> {
                long item1 = in.i64();
                mustI64 = item1;
                set |= 4;
            }
            case MUST_STRING >>> 8 -> {
                String item1 = in.string();
                mustString = item1;
            }
            case BOOLS >>> 8 -> {
                BooleanList item1 = in.booleans();
                bools = item1;
            }
            case BYTES >>> 8 -> {
                ByteList item1 = in.bytes();
                bytes = item1;
            }
            case SHORTS >>> 8 -> {
                ShortList item1 = in.shorts();
                shorts = item1;
            }
            case INTS >>> 8 -> {
                IntList item1 = in.ints();
                ints = item1;
            }
            case DOUBLES >>> 8 -> {
                DoubleList item1 = in.doubles();
                doubles = item1;
            }
            case COLORS >>> 8 -> {
                int count2 = in.list(WireType.I32);
                List<Color> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    Color item4 = Color.of(in.i32());
                    item1.add(item4);
                }
                colors = item1;
            }
            case BINARIES >>> 8 -> {
                int count2 = in.list(WireType.STRING);
                List<Bytes> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    Bytes item4 = in.binary();
                    item1.add(item4);
                }
                binaries = item1;
            }
            case MATRIX >>> 8 -> {
                int count2 = in.list(WireType.LIST);
                List<IntList> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    IntList item4 = in.ints();
                    item1.add(item4);
                }
                matrix = item1;
            }
            case PARTS >>> 8 -> {
                int count2 = in.list(WireType.STRUCT);
                List<Ano> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    Ano item4 = Ano.readCompact(in);
                    item1.add(item4);
                }
                parts = item1;
            }
            case INT_SET >>> 8 -> {
                int count2 = in.set(WireType.I32);
                Set<Integer> item1 = new LinkedHashSet<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    int item4 = in.i32();
                    item1.add(item4);
                }
                intSet = item1;
            }
            case STRING_SET >>> 8 -> {
                int count2 = in.set(WireType.STRING);
                Set<String> item1 = new LinkedHashSet<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    item1.add(item4);
                }
                stringSet = item1;
            }
            case STRUCT_SET >>> 8 -> {
                int count2 = in.set(WireType.STRUCT);
                Set<Ano> item1 = new LinkedHashSet<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    Ano item4 = Ano.readCompact(in);
                    item1.add(item4);
                }
                structSet = item1;
            }
            case BOOL_BY_NAME >>> 8 -> {
                int count2 = in.map(WireType.STRING, WireType.BOOL);
                Map<String, Boolean> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    boolean item5 = in.bool();
                    item1.put(item4, item5);
                }
                boolByName = item1;
            }
            case PART_BY_NUMBER >>> 8 -> {
                int count2 = in.map(WireType.I64, WireType.STRUCT);
                Map<Long, Ano> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    long item4 = in.i64();
                    Ano item5 = Ano.readCompact(in);
                    item1.put(item4, item5);
                }
                partByNumber = item1;
            }
            case LIST_BY_NAME >>> 8 -> {
                int count2 = in.map(WireType.STRING, WireType.LIST);
                Map<String, List<String>> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    int count6 = in.list(WireType.STRING);
                    List<String> item5 = new ArrayList<>(count6);
                    for (int i7 = 0; i7 < count6; i7++) {
                        String item8 = in.string();
                        item5.add(item8);
                    }
                    item1.put(item4, item5);
                }
                listByName = item1;
            }
            case MAP_BY_COLOR >>> 8 -> {
                int count2 = in.map(WireType.I32, WireType.MAP);
                Map<Color, Map<Short, Double>> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    Color item4 = Color.of(in.i32());
                    int count6 = in.map(WireType.I16, WireType.DOUBLE);
                    Map<Short, Double> item5 = new LinkedHashMap<>(BinaryInput.tableSize(count6));
                    for (int i7 = 0; i7 < count6; i7++) {
                        short item8 = in.i16();
                        double item9 = in.f64();
                        item5.put(item8, item9);
                    }
                    item1.put(item4, item5);
                }
                mapByColor = item1;
            }
            case TEXT_BY_BINARY >>> 8 -> {
                int count2 = in.map(WireType.STRING, WireType.STRING);
                Map<Bytes, String> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    Bytes item4 = in.binary();
                    String item5 = in.string();
                    item1.put(item4, item5);
                }
                textByBinary = item1;
            }
            case BYTE_BY_DOUBLE >>> 8 -> {
                int count2 = in.map(WireType.DOUBLE, WireType.BYTE);
                Map<Double, Byte> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    double item4 = in.f64();
                    byte item5 = in.i8();
                    item1.put(item4, item5);
                }
                byteByDouble = item1;
            }
            case SET_BY_PART >>> 8 -> {
                int count2 = in.map(WireType.STRUCT, WireType.SET);
                Map<Ano, Set<Long>> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    Ano item4 = Ano.readCompact(in);
                    int count6 = in.set(WireType.I64);
                    Set<Long> item5 = new LinkedHashSet<>(BinaryInput.tableSize(count6));
                    for (int i7 = 0; i7 < count6; i7++) {
                        long item8 = in.i64();
                        item5.add(item8);
                    }
                    item1.put(item4, item5);
                }
                setByPart = item1;
            }
            case LATE >>> 8 -> {
                int item1 = in.i32();
                late = item1;
                set |= 8;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case -5 & 0xFFFF,
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    9,
                    10,
                    11,
                    12,
                    13,
                    14,
                    15,
                    16,
                    20,
                    21,
                    22,
                    23,
                    24,
                    25,
                    26,
                    27,
                    28,
                    29,
                    30,
                    31,
                    40,
                    41,
                    42,
                    43,
                    44,
                    45,
                    46,
                    300 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Everything that
                && set == that.set
                && negative == that.negative
                && aBool == that.aBool
                && anI8 == that.anI8
                && anI16 == that.anI16
                && anI32 == that.anI32
                && anI64 == that.anI64
                && Double.compare(aDouble, that.aDouble) == 0
                && Objects.equals(aString, that.aString)
                && Objects.equals(aBinary, that.aBinary)
                && Objects.equals(aUuid, that.aUuid)
                && Objects.equals(color, that.color)
                && Objects.equals(part, that.part)
                && Objects.equals(choice, that.choice)
                && maybeBool == that.maybeBool
                && maybeI32 == that.maybeI32
                && mustI64 == that.mustI64
                && Objects.equals(mustString, that.mustString)
                && Objects.equals(bools, that.bools)
                && Objects.equals(bytes, that.bytes)
                && Objects.equals(shorts, that.shorts)
                && Objects.equals(ints, that.ints)
                && Objects.equals(doubles, that.doubles)
                && Objects.equals(colors, that.colors)
                && Objects.equals(binaries, that.binaries)
                && Objects.equals(matrix, that.matrix)
                && Objects.equals(parts, that.parts)
                && Objects.equals(intSet, that.intSet)
                && Objects.equals(stringSet, that.stringSet)
                && Objects.equals(structSet, that.structSet)
                && Objects.equals(boolByName, that.boolByName)
                && Objects.equals(partByNumber, that.partByNumber)
                && Objects.equals(listByName, that.listByName)
                && Objects.equals(mapByColor, that.mapByColor)
                && Objects.equals(textByBinary, that.textByBinary)
                && Objects.equals(byteByDouble, that.byteByDouble)
                && Objects.equals(setByPart, that.setByPart)
                && late == that.late
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Short.hashCode(negative);
        hash = 31 * hash + Boolean.hashCode(aBool);
        hash = 31 * hash + Byte.hashCode(anI8);
        hash = 31 * hash + Short.hashCode(anI16);
        hash = 31 * hash + Integer.hashCode(anI32);
        hash = 31 * hash + Long.hashCode(anI64);
        hash = 31 * hash + Double.hashCode(aDouble);
        hash = 31 * hash + Objects.hashCode(aString);
        hash = 31 * hash + Objects.hashCode(aBinary);
        hash = 31 * hash + Objects.hashCode(aUuid);
        hash = 31 * hash + Objects.hashCode(color);
        hash = 31 * hash + Objects.hashCode(part);
        hash = 31 * hash + Objects.hashCode(choice);
        hash = 31 * hash + Boolean.hashCode(maybeBool);
        hash = 31 * hash + Integer.hashCode(maybeI32);
        hash = 31 * hash + Long.hashCode(mustI64);
        hash = 31 * hash + Objects.hashCode(mustString);
        hash = 31 * hash + Objects.hashCode(bools);
        hash = 31 * hash + Objects.hashCode(bytes);
        hash = 31 * hash + Objects.hashCode(shorts);
        hash = 31 * hash + Objects.hashCode(ints);
        hash = 31 * hash + Objects.hashCode(doubles);
        hash = 31 * hash + Objects.hashCode(colors);
        hash = 31 * hash + Objects.hashCode(binaries);
        hash = 31 * hash + Objects.hashCode(matrix);
        hash = 31 * hash + Objects.hashCode(parts);
        hash = 31 * hash + Objects.hashCode(intSet);
        hash = 31 * hash + Objects.hashCode(stringSet);
        hash = 31 * hash + Objects.hashCode(structSet);
        hash = 31 * hash + Objects.hashCode(boolByName);
        hash = 31 * hash + Objects.hashCode(partByNumber);
        hash = 31 * hash + Objects.hashCode(listByName);
        hash = 31 * hash + Objects.hashCode(mapByColor);
        hash = 31 * hash + Objects.hashCode(textByBinary);
        hash = 31 * hash + Objects.hashCode(byteByDouble);
        hash = 31 * hash + Objects.hashCode(setByPart);
        hash = 31 * hash + Integer.hashCode(late);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Everything{");
        text.append("negative=").append(negative).append(", ");
        text.append("aBool=").append(aBool).append(", ");
        text.append("anI8=").append(anI8).append(", ");
        text.append("anI16=").append(anI16).append(", ");
        text.append("anI32=").append(anI32).append(", ");
        text.append("anI64=").append(anI64).append(", ");
        text.append("aDouble=").append(aDouble).append(", ");
        if (aString != null) {
            text.append("aString=").append(aString).append(", ");
        }
        if (aBinary != null) {
            text.append("aBinary=").append(aBinary).append(", ");
        }
        if (aUuid != null) {
            text.append("aUuid=").append(aUuid).append(", ");
        }
        if (color != null) {
            text.append("color=").append(color).append(", ");
        }
        if (part != null) {
            text.append("part=").append(part).append(", ");
        }
        if (choice != null) {
            text.append("choice=").append(choice).append(", ");
        }
        if ((set & 1) != 0) {
            text.append("maybeBool=").append(maybeBool).append(", ");
        }
        if ((set & 2) != 0) {
            text.append("maybeI32=").append(maybeI32).append(", ");
        }
        if ((set & 4) != 0) {
            text.append("mustI64=").append(mustI64).append(", ");
        }
        if (mustString != null) {
            text.append("mustString=").append(mustString).append(", ");
        }
        if (bools != null) {
            text.append("bools=").append(bools).append(", ");
        }
        if (bytes != null) {
            text.append("bytes=").append(bytes).append(", ");
        }
        if (shorts != null) {
            text.append("shorts=").append(shorts).append(", ");
        }
        if (ints != null) {
            text.append("ints=").append(ints).append(", ");
        }
        if (doubles != null) {
            text.append("doubles=").append(doubles).append(", ");
        }
        if (colors != null) {
            text.append("colors=").append(colors).append(", ");
        }
        if (binaries != null) {
            text.append("binaries=").append(binaries).append(", ");
        }
        if (matrix != null) {
            text.append("matrix=").append(matrix).append(", ");
        }
        if (parts != null) {
            text.append("parts=").append(parts).append(", ");
        }
        if (intSet != null) {
            text.append("intSet=").append(intSet).append(", ");
        }
        if (stringSet != null) {
            text.append("stringSet=").append(stringSet).append(", ");
        }
        if (structSet != null) {
            text.append("structSet=").append(structSet).append(", ");
        }
        if (boolByName != null) {
            text.append("boolByName=").append(boolByName).append(", ");
        }
        if (partByNumber != null) {
            text.append("partByNumber=").append(partByNumber).append(", ");
        }
        if (listByName != null) {
            text.append("listByName=").append(listByName).append(", ");
        }
        if (mapByColor != null) {
            text.append("mapByColor=").append(mapByColor).append(", ");
        }
        if (textByBinary != null) {
            text.append("textByBinary=").append(textByBinary).append(", ");
        }
        if (byteByDouble != null) {
            text.append("byteByDouble=").append(byteByDouble).append(", ");
        }
        if (setByPart != null) {
            text.append("setByPart=").append(setByPart).append(", ");
        }
        if ((set & 8) != 0) {
            text.append("late=").append(late).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Everything> {
        @Override
        public String name() {
            return "Everything";
        }

        @Override
        public Everything readBinary(BinaryInput in, int at) {
            return Everything.readBinary(in, at);
        }

        @Override
        public Everything readCompact(CompactInput in) {
            return Everything.readCompact(in);
        }
    }
}
