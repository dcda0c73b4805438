package io.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PageTest {

    private final PageArena arena = PageArena.create(1 << 20);
    private final Page page = arena.acquire(8192, Duration.ZERO);

    @AfterEach
    void everythingIsGivenBack() {
        if (page.refCount() > 0) {
            page.release();
        }
        assertThat(arena.usedBytes()).isZero();
        arena.close();
    }

    @Test
    void isAlignedLittleEndianAndWhole() {
        assertThat(page.buffer().alignmentOffset(0, 4096)).isZero();
        assertThat(page.buffer().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(page.buffer().position()).isZero();
        assertThat(page.buffer().limit()).isEqualTo(8192);
        assertThat(page.capacity()).isEqualTo(8192);
        assertThat(page.isMapped()).isFalse();
    }

    @Test
    void countsReferences() {
        assertThat(page.refCount()).isEqualTo(1);
        assertThat(page.retain()).isSameAs(page);
        assertThat(page.tryRetain()).isTrue();
        assertThat(page.refCount()).isEqualTo(3);
        assertThat(page.release()).isFalse();
        assertThat(page.release()).isFalse();
        assertThat(arena.usedBytes()).isEqualTo(8192);
        assertThat(page.release()).isTrue();
        assertThat(page.refCount()).isZero();
        assertThat(arena.usedBytes()).isZero();
    }

    @Test
    void aReleasedPageStaysReleased() {
        page.release();
        assertThat(page.tryRetain()).isFalse();
        assertThatThrownBy(page::retain).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(page::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released more often than retained");
        assertThat(page.refCount()).isZero();
        assertThat(arena.pooledBytes()).isEqualTo(8192);
    }

    @Test
    void aReleasedPageHasNoBytes() {
        page.release();
        assertThatThrownBy(() -> page.getIntAcquire(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.copyIn(0, new byte[8], 0, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.slice(0, 8)).isInstanceOf(IllegalStateException.class);
        assertThat(page.buffer().capacity()).isZero();
    }

    @Test
    void anIntIsLittleEndianInEveryOrder() {
        page.zero(0, 16);
        page.setIntRelease(4, 0x01020304);
        assertThat(page.buffer().get(4)).isEqualTo((byte) 4);
        assertThat(page.getIntAcquire(4)).isEqualTo(0x01020304);
        assertThat(page.getAndAddInt(4, 1)).isEqualTo(0x01020304);
        assertThat(page.compareAndSetInt(4, 0x01020304, 0)).isFalse();
        assertThat(page.compareAndSetInt(4, 0x01020305, -1)).isTrue();
        assertThat(page.buffer().getInt(4)).isEqualTo(-1);
        assertThat(page.buffer().getInt(0)).isZero();
        assertThat(page.buffer().getInt(8)).isZero();
    }

    @Test
    void aLongIsLittleEndianInEveryOrder() {
        page.zero(0, 24);
        page.setLongRelease(8, 0x0102030405060708L);
        assertThat(page.buffer().get(8)).isEqualTo((byte) 8);
        assertThat(page.getLongAcquire(8)).isEqualTo(0x0102030405060708L);
        assertThat(page.getAndAddLong(8, 1)).isEqualTo(0x0102030405060708L);
        assertThat(page.compareAndSetLong(8, 0, 0)).isFalse();
        assertThat(page.compareAndSetLong(8, 0x0102030405060709L, -1)).isTrue();
        assertThat(page.buffer().getLong(8)).isEqualTo(-1);
        assertThat(page.buffer().getLong(16)).isZero();
    }

    @Test
    void accessOutsideOfThePageIsRefused() {
        assertThatThrownBy(() -> page.getIntAcquire(8192)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.setLongRelease(8188, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.zero(8190, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.zero(-1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.slice(0, 8193)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> page.copyIn(8190, new byte[3], 0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(page.refCount()).isEqualTo(1);
    }

    @Test
    void copiesOfEveryLengthArriveWhole() {
        byte[] source = new byte[300];
        for (int i = 0; i < source.length; i++) {
            source[i] = (byte) (i + 1);
        }
        ByteBuf heap = Unpooled.wrappedBuffer(source);
        ByteBuf direct = Unpooled.directBuffer().writeBytes(source);
        CompositeByteBuf composite = Unpooled.compositeBuffer();
        composite.addComponent(true, direct.retainedSlice(0, 100)).addComponent(true, direct.retainedSlice(100, 200));
        for (int length = 0; length <= 290; length++) {
            byte[] expected = Arrays.copyOfRange(source, 3, 3 + length);
            page.zero(0, 400);
            page.copyIn(5, source, 3, length);
            assertPlaced(expected);
            for (ByteBuf from : new ByteBuf[] {heap, direct, composite}) {
                page.zero(0, 400);
                page.copyIn(5, from, 3, length);
                assertPlaced(expected);
                assertThat(from.readerIndex()).isZero();
            }
        }
        direct.release();
        composite.release();
    }

    private void assertPlaced(byte[] expected) {
        byte[] got = new byte[expected.length];
        page.copyOut(5, got, 0, got.length);
        assertThat(got).isEqualTo(expected);
        assertThat(page.buffer().get(4)).isZero();
        assertThat(page.buffer().get(5 + expected.length)).isZero();
    }

    @Test
    void copiesOutsideOfTheSourceAreRefused() {
        ByteBuf direct = Unpooled.directBuffer(16, 16).writeZero(16);
        ByteBuf heap = Unpooled.buffer(16, 16).writeZero(16);
        ByteBuf part = Unpooled.wrappedBuffer(new byte[64]).slice(0, 16);
        for (ByteBuf from : new ByteBuf[] {direct, heap, part}) {
            assertThatThrownBy(() -> page.copyIn(0, from, 10, 7)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> page.copyIn(0, from, -1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> page.copyIn(0, from, 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        direct.release();
    }

    @Test
    void zeroReachesBeyondItsSource() {
        Page large = arena.acquire(256 << 10, Duration.ZERO);
        for (int i = 0; i < large.capacity(); i += 8) {
            large.buffer().putLong(i, -1);
        }
        large.zero(8, large.capacity() - 16);
        assertThat(large.buffer().getLong(0)).isEqualTo(-1);
        assertThat(large.buffer().getLong(large.capacity() - 8)).isEqualTo(-1);
        for (int i = 8; i < large.capacity() - 8; i += 8) {
            assertThat(large.buffer().getLong(i)).isZero();
        }
        large.release();
    }

    @Test
    void aSliceKeepsItsPageAndReleasesItOnce() {
        page.buffer().putLong(16, 0x0102030405060708L);
        ByteBuf slice = page.slice(16, 8);
        assertThat(page.refCount()).isEqualTo(2);
        assertThat(page.release()).isFalse();
        assertThat(slice.readableBytes()).isEqualTo(8);
        assertThat(slice.getLongLE(0)).isEqualTo(0x0102030405060708L);
        ByteBuf narrower = slice.retainedSlice(0, 4);
        assertThat(slice.release()).isFalse();
        assertThat(arena.usedBytes()).isEqualTo(8192);
        assertThat(narrower.getIntLE(0)).isEqualTo(0x05060708);
        assertThat(narrower.release()).isTrue();
        assertThat(arena.usedBytes()).isZero();
    }

    @Test
    void aSliceCannotGrowIntoItsNeighbours() {
        ByteBuf slice = page.slice(16, 8);
        assertThat(slice.isWritable()).isFalse();
        assertThatThrownBy(() -> slice.writeByte(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.capacity(4)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(slice.release()).isTrue();
        assertThat(page.refCount()).isEqualTo(1);
    }

    @Test
    void anEmptySliceIsOne() {
        ByteBuf slice = page.slice(8192, 0);
        assertThat(slice.readableBytes()).isZero();
        assertThat(slice.release()).isTrue();
        assertThat(page.refCount()).isEqualTo(1);
    }
}
