package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.ThriftException.Reason;
import io.millrace.thrift.model.Mixed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects that another thread changes while they are written: an error, and the neighbours in the buffer stay as they are. */
@ExtendWith(LeakCheck.class)
class ChangedObjectTest {

    /** Answers as {@code first} in the size pass and as {@code then} in the write pass. */
    private static final class Changing extends AbstractList<String> {
        private final List<String> first;
        private final List<String> then;
        private int walks;

        private Changing(List<String> first, List<String> then) {
            this.first = first;
            this.then = then;
        }

        @Override
        public Iterator<String> iterator() {
            return (walks++ == 0 ? first : then).iterator();
        }

        @Override
        public String get(int index) {
            return (walks == 0 ? first : then).get(index);
        }

        @Override
        public int size() {
            return (walks == 0 ? first : then).size();
        }
    }

    private static final List<List<String>> LATER = List.of(
            List.of("one", "two", "three"),
            List.of("one"),
            List.of("one", "two, but longer"),
            List.of("one", "tw"),
            List.of("öne", "tw"),
            List.of());

    @Test
    void aChangedListIsAnErrorAndNothingIsWrittenBehindTheRegion() {
        for (List<String> later : LATER) {
            byte[] buffer = new byte[400];
            Arrays.fill(buffer, (byte) 0x55);
            Mixed mixed = changing(later);
            int length = ThriftBinary.encodedLength(changing(List.of("one", "two")));

            ThriftException e =
                    catchThrowableOfType(ThriftException.class, () -> ThriftBinary.write(mixed, buffer, 100));

            assertThat(e.reason()).as("%s", later).isEqualTo(Reason.CHANGED);
            for (int i = 0; i < buffer.length; i++) {
                if (i < 100 || i >= 100 + length) {
                    assertThat(buffer[i]).as("byte %s, %s", i, later).isEqualTo((byte) 0x55);
                }
            }
        }
    }

    @Test
    void aBufferKeepsItsWriterIndex() {
        for (List<String> later : LATER) {
            ByteBuf direct = PooledByteBufAllocator.DEFAULT.directBuffer(16);
            ByteBuf heap = PooledByteBufAllocator.DEFAULT.heapBuffer(16);
            try {
                assertFails(direct, later);
                assertFails(heap, later);
            } finally {
                direct.release();
                heap.release();
            }
        }
    }

    @Test
    void anEncoderIsAsGoodAsNewAfterAnError() {
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftBinary.toBytes(changing(LATER.get(0)))))
                .isNotNull();
        Mixed mixed = new Mixed().name("x").words(List.of("a", "é"));
        assertThat(ThriftBinary.read(Mixed.TYPE, ThriftBinary.toBytes(mixed))).isEqualTo(mixed);
    }

    @Test
    void aCollectionMayWriteWhileItIsWritten() {
        Mixed inner = new Mixed().words(List.of("inner", "strings"));
        List<String> reentrant = new AbstractList<>() {
            @Override
            public String get(int index) {
                return "n" + ThriftBinary.toBytes(inner).length;
            }

            @Override
            public int size() {
                return 3;
            }
        };
        Mixed outer = new Mixed().words(reentrant).name("é");
        Mixed read = ThriftBinary.read(Mixed.TYPE, ThriftBinary.toBytes(outer));
        assertThat(read.words()).isEqualTo(List.copyOf(reentrant));
    }

    private static void assertFails(ByteBuf buffer, List<String> later) {
        buffer.writeByte(1);
        int index = buffer.writerIndex();
        ThriftException e =
                catchThrowableOfType(ThriftException.class, () -> ThriftBinary.write(changing(later), buffer));
        assertThat(e.reason()).isEqualTo(Reason.CHANGED);
        assertThat(buffer.writerIndex()).isEqualTo(index);
    }

    private static Mixed changing(List<String> later) {
        return new Mixed().words(new Changing(List.of("one", "two"), later));
    }
}
