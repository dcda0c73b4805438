package io.millrace.launcher.shop;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Clients that insert the orders, a chunk a statement, and keep which statements were acknowledged. <b>Threads.</b> {@link #acknowledged} from any.
 */
final class ShopWriter {

    private static final int LANES = 4;

    private final ShopModel model;
    private final AtomicIntegerArray chunks; // 1: acknowledged
    private final AtomicInteger acknowledged = new AtomicInteger();

    ShopWriter(ShopModel model) {
        this.model = model;
        this.chunks = new AtomicIntegerArray((model.orders() + ShopConnection.CHUNK - 1) / ShopConnection.CHUNK);
    }

    /** What is told after each statement; false ends the lane. */
    @FunctionalInterface
    interface Acknowledged {
        boolean goOn(int orders);
    }

    /**
     * Inserts what was not acknowledged before, with several clients at once.
     *
     * @return what failed first, or null
     */
    @Nullable
    SQLException write(int port, Acknowledged each) throws InterruptedException {
        AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
        Thread[] lanes = new Thread[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            int which = lane;
            lanes[lane] = new Thread(
                    () -> {
                        try {
                            writeLane(port, which, each);
                        } catch (SQLException e) {
                            failure.compareAndSet(null, e);
                        }
                    },
                    "shop lane " + lane);
            lanes[lane].start();
        }
        for (Thread lane : lanes) {
            lane.join();
        }
        return failure.get();
    }

    private void writeLane(int port, int lane, Acknowledged each) throws SQLException {
        try (ShopConnection connection = ShopConnection.open(port)) {
            connection.use();
            try (PreparedStatement insert = connection.prepareInsert(ShopConnection.CHUNK)) {
                for (int chunk = lane; chunk < chunks.length(); chunk += LANES) {
                    if (chunks.get(chunk) == 0 && !writeChunk(connection, insert, chunk, each)) {
                        return;
                    }
                }
            }
        }
    }

    private boolean writeChunk(ShopConnection connection, PreparedStatement insert, int chunk, Acknowledged each)
            throws SQLException {
        int rows = rows(chunk);
        if (rows == ShopConnection.CHUNK) {
            ShopConnection.insert(insert, model, firstId(chunk), rows);
        } else {
            try (PreparedStatement shorter = connection.prepareInsert(rows)) {
                ShopConnection.insert(shorter, model, firstId(chunk), rows);
            }
        }
        chunks.set(chunk, 1);
        return each.goOn(acknowledged.addAndGet(rows));
    }

    private static int firstId(int chunk) {
        return chunk * ShopConnection.CHUNK + 1;
    }

    private int rows(int chunk) {
        return Math.min(ShopConnection.CHUNK, model.orders() - chunk * ShopConnection.CHUNK);
    }

    /** Orders whose INSERT has returned. */
    int acknowledged() {
        return acknowledged.get();
    }

    /** Whether that order's INSERT has returned. */
    boolean isAcknowledged(int id) {
        return chunks.get((id - 1) / ShopConnection.CHUNK) == 1;
    }

    /** Takes what is there, though nobody was told, as acknowledged: it is not inserted again. */
    void takeAsThere(int id) {
        int chunk = (id - 1) / ShopConnection.CHUNK;
        if (chunks.getAndSet(chunk, 1) == 0) {
            acknowledged.addAndGet(rows(chunk));
        }
    }

    /** Number of orders that are inserted together with that one. */
    int rowsBeside(int id) {
        return rows((id - 1) / ShopConnection.CHUNK);
    }
}
