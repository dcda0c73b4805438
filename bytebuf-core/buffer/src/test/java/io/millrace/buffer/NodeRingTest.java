package io.millrace.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NodeRingTest {
    @Test
    void behavesLikeAQueue() {
        Random random = Seeds.random("NodeRingTest");
        NodeRing ring = new NodeRing();
        Queue<ByteBuf> model = new ArrayDeque<>();
        for (int i = 0; i < 5_000; i++) {
            if (model.isEmpty() || random.nextInt(100) < 52) {
                ByteBuf node = Unpooled.buffer(1);
                ring.add(node);
                model.add(node);
            } else {
                assertThat(ring.removeFirst()).isSameAs(model.remove());
            }
            assertThat(ring.count()).isEqualTo(model.size());
        }
        Iterator<ByteBuf> expected = model.iterator();
        for (int place = 0; place < ring.count(); place++) {
            assertThat(ring.get(place)).isSameAs(expected.next());
        }
    }
}
