package io.millrace.launcher.parcel;

import io.millrace.thrift.LongList;
import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.ThriftCompact;
import io.millrace.thrift.ThriftException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/** Writes random messages, has Apache's library read them and write them again, and compares every byte, in the binary and the compact protocol. */
public final class ThriftDemo {

    /** Over all messages by each library; the fastest counts, since the first ones warm the JVM up. */
    private static final int PASSES = 60;

    private static final int STATIONS_MAX = 60;
    private static final int LABELS_MAX = 8;
    private static final int TEXT_MAX = 24;

    /** Of one to four bytes in UTF-8. */
    private static final int[] LETTERS = {'a', 'e', 'n', 'r', 's', ' ', 0xE4, 0x78E8, 0x1F33E};

    private final List<Parcel> parcels = new ArrayList<>();
    private final SplittableRandom random;
    private final Consumer<String> steps;
    private @Nullable String firstError;

    /**
     * A demo to be run once.
     *
     * @param steps told what happens, a line each
     */
    public ThriftDemo(int messages, long seed, Consumer<String> steps) {
        this.random = new SplittableRandom(seed);
        this.steps = steps;
        for (int i = 0; i < messages; i++) {
            parcels.add(parcel());
        }
    }

    /** Runs it; a library that cannot read is an error of the result. */
    public ParcelResult run() {
        steps.accept(String.format(
                Locale.ROOT, "Having Apache Thrift read and write %,d messages of our codec", parcels.size()));
        int right = 0;
        for (Parcel parcel : parcels) {
            right += isRight(parcel) ? 1 : 0;
        }
        List<byte[]> messages = parcels.stream().map(ThriftBinary::toBytes).toList();
        long bytes = messages.stream().mapToLong(message -> message.length).sum();
        if (right < parcels.size()) {
            return new ParcelResult(parcels.size(), right, bytes, 0, 0, firstError);
        }
        long ours = Long.MAX_VALUE;
        long theirs = Long.MAX_VALUE;
        for (int pass = 0; pass < PASSES; pass++) {
            ours = Math.min(ours, time(messages, ThriftDemo::byUs));
            theirs = Math.min(theirs, time(messages, message -> byThem(message, new TBinaryProtocol.Factory())));
        }
        return new ParcelResult(parcels.size(), right, bytes, ours, theirs, firstError);
    }

    private boolean isRight(Parcel parcel) {
        byte[] binary = ThriftBinary.toBytes(parcel);
        byte[] compact = ThriftCompact.toBytes(parcel);
        return isSame("binary", parcel, binary, new TBinaryProtocol.Factory())
                && isSame("compact", parcel, compact, new TCompactProtocol.Factory())
                && isRead(parcel, binary, compact);
    }

    private boolean isSame(String protocol, Parcel parcel, byte[] ours, TProtocolFactory factory) {
        try {
            int at = Arrays.mismatch(ours, byThem(ours, factory));
            return at < 0 || fail("bytes differ from byte " + at + " on: " + protocol + ", parcel " + parcel.id());
        } catch (TException | IllegalStateException e) {
            return fail(
                    "Apache Thrift cannot read it: " + e.getMessage() + ", " + protocol + ", parcel " + parcel.id());
        }
    }

    private boolean isRead(Parcel parcel, byte[] binary, byte[] compact) {
        try {
            return parcel.equals(ThriftBinary.read(Parcel.TYPE, binary))
                            && parcel.equals(ThriftCompact.read(Parcel.TYPE, compact))
                    || fail("read as another one: parcel " + parcel.id());
        } catch (ThriftException e) {
            return fail("we cannot read it: " + e.getMessage() + ", parcel " + parcel.id());
        }
    }

    private boolean fail(String why) {
        firstError = firstError == null ? why : firstError;
        return false;
    }

    private static byte[] byUs(byte[] message) {
        return ThriftBinary.toBytes(ThriftBinary.read(Parcel.TYPE, message));
    }

    private static byte[] byThem(byte[] message, TProtocolFactory factory) throws TException {
        ApacheParcel parcel = ApacheParcel.read(input(message, factory));
        TMemoryBuffer buffer = new TMemoryBuffer(message.length);
        parcel.write(factory.getProtocol(buffer));
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }

    private static TProtocol input(byte[] message, TProtocolFactory factory) throws TTransportException {
        return factory.getProtocol(new TMemoryInputTransport(message));
    }

    private interface Pass {
        byte[] over(byte[] message) throws TException;
    }

    private long time(List<byte[]> messages, Pass pass) {
        long begun = System.nanoTime();
        for (byte[] message : messages) {
            try {
                if (pass.over(message).length != message.length) {
                    fail("bytes differ when written again");
                }
            } catch (TException e) {
                fail("Apache Thrift cannot read it any more: " + e.getMessage());
            }
        }
        return System.nanoTime() - begun;
    }

    private Parcel parcel() {
        LongList stations = new LongList();
        for (int left = random.nextInt(STATIONS_MAX); left > 0; left--) {
            stations.add(random.nextLong() >> random.nextInt(64));
        }
        Map<String, String> labels = new LinkedHashMap<>();
        for (int left = random.nextInt(LABELS_MAX); left > 0; left--) {
            labels.put(text(), text());
        }
        String note = random.nextBoolean() ? text() : null;
        return new Parcel(random.nextLong(), text(), random.nextBoolean(), stations, labels, note);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(TEXT_MAX); left > 0; left--) {
            text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }
}
