package io.millrace.mesh.dubbo;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects as a provider may return them. Their fields are what matters: hessian reads and writes them by reflection. */
@SuppressWarnings({"unused", "UnusedVariable"}) // read by reflection
final class HessianValues {
    private HessianValues() {}

    enum Level {
        LOW,
        HIGH
    }

    static final class Node implements Serializable {
        private static final long serialVersionUID = 1;
        String name;

        @Nullable
        Node next;

        Node(String name, @Nullable Node next) {
            this.name = name;
            this.next = next;
        }
    }

    static final class Order implements Serializable {
        private static final long serialVersionUID = 1;
        long id = 70_000_000_000L;
        Level level = Level.HIGH;
        Date when = Date.from(Instant.parse("2026-01-02T03:04:05.006Z"));
        BigDecimal price = new BigDecimal("12345678901234567890.12345");
        BigInteger count = new BigInteger("123456789012345678901234567890");
        byte[] bytes = {1, 2, 3, 4, -1};

        @Nullable
        Object nothing;

        Map<String, List<Node>> lines = new HashMap<>();

        static Order sample() {
            Order order = new Order();
            order.lines.put("a", new ArrayList<>(List.of(new Node("x", null))));
            return order;
        }
    }
}
