package io.millrace.launcher.shop;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Holds what a server answers against the model. */
final class ShopCheck {

    private static final int POINTS = 1_000;
    private static final int RANGES = 100;
    private static final int RANGE_MAX = 100;
    private static final int CUSTOMERS = 200;

    private final ShopModel model;
    private final Findings findings = new Findings();

    ShopCheck(ShopModel model) {
        this.model = model;
    }

    Findings findings() {
        return findings;
    }

    /** Every order that is there is right, every acknowledged one is there, and of the others all of a statement or none. Those become acknowledged. */
    void compareOrders(ShopConnection connection, ShopWriter writer) throws SQLException {
        int[] last = {0};
        int[] beside = {0}; // orders found of the statement that the last one belongs to, if nobody was told of it
        connection.readOrders((id, reference, order) -> {
            missing(writer, last[0] + 1, id - 1);
            last[0] = id;
            if (id > model.orders()) {
                findings.wrong(1, "order that nobody inserted: id=" + id);
                return;
            }
            Order expected = model.order(id);
            findings.compare(order, expected, "order %d", id);
            if (!reference.equals(expected.reference())) {
                findings.wrong(1, "reference of order " + id + ": found " + reference);
            }
            if (!writer.isAcknowledged(id)) {
                beside[0]++;
                if (beside[0] == writer.rowsBeside(id)) {
                    writer.takeAsThere(id);
                    beside[0] = 0;
                }
            }
        });
        missing(writer, last[0] + 1, model.orders());
        if (beside[0] != 0) {
            findings.wrong(beside[0], "part of a statement is there: " + beside[0] + " orders");
        }
    }

    private void missing(ShopWriter writer, int first, int last) {
        for (int id = first; id <= last; id++) {
            if (writer.isAcknowledged(id)) {
                findings.wrong(1, "order is missing whose INSERT had returned: id=" + id);
            }
        }
    }

    /** Point, unique, index, range and join queries of all that is there; the nanoseconds of the points come back. */
    long[] compareQueries(ShopConnection connection, long seed) throws SQLException {
        SplittableRandom random = new SplittableRandom(seed);
        long[] nanos = comparePoints(connection, random);
        compareCustomers(connection, random);
        compareRanges(connection, random);
        compareJoins(connection);
        return nanos;
    }

    private long[] comparePoints(ShopConnection connection, SplittableRandom random) throws SQLException {
        long[] nanos = new long[POINTS];
        try (PreparedStatement byId =
                        connection.prepare("SELECT reference, customer_id, amount, note FROM orders WHERE id = ?");
                PreparedStatement byReference = connection.prepare("SELECT id FROM orders WHERE reference = ?")) {
            for (int i = 0; i < POINTS; i++) {
                Order order = model.order(1 + random.nextInt(model.orders()));
                long begun = System.nanoTime();
                List<String> found = ShopConnection.ask(byId, order.id());
                nanos[i] = System.nanoTime() - begun;
                findings.compare(
                        found,
                        List.of(order.reference() + " " + order.customer() + " " + order.amount() + " " + order.note()),
                        "order by id %d",
                        order.id());
                findings.compare(
                        ShopConnection.ask(byReference, order.reference()),
                        List.of(Integer.toString(order.id())),
                        "order by reference %s",
                        order.reference());
            }
        }
        return nanos;
    }

    private void compareCustomers(ShopConnection connection, SplittableRandom random) throws SQLException {
        Sales[] sales = model.salesByCustomer();
        try (PreparedStatement byCustomer =
                connection.prepare("SELECT COUNT(*), SUM(amount) FROM orders WHERE customer_id = ?")) {
            for (int i = 0; i < CUSTOMERS; i++) {
                int customer = 1 + random.nextInt(model.customers());
                findings.compare(
                        ShopConnection.ask(byCustomer, customer),
                        List.of(sales[customer].answer()),
                        "sales of customer %d",
                        customer);
            }
        }
    }

    private void compareRanges(ShopConnection connection, SplittableRandom random) throws SQLException {
        try (PreparedStatement byId =
                        connection.prepare("SELECT COUNT(*), SUM(amount) FROM orders WHERE id BETWEEN ? AND ?");
                PreparedStatement byTime =
                        connection.prepare("SELECT id FROM orders WHERE placed BETWEEN ? AND ? ORDER BY placed")) {
            for (int i = 0; i < RANGES; i++) {
                int first = 1 + random.nextInt(model.orders());
                int last = Math.min(model.orders(), first + random.nextInt(RANGE_MAX));
                findings.compare(
                        ShopConnection.ask(byId, first, last),
                        List.of(model.sales(first, last).answer()),
                        "sales of orders %d to %d",
                        first,
                        last);
                findings.compare(
                        ShopConnection.ask(
                                byTime,
                                model.order(first).placed(),
                                model.order(last).placed()),
                        IntStream.rangeClosed(first, last)
                                .mapToObj(Integer::toString)
                                .toList(),
                        "orders placed from %d to %d",
                        first,
                        last);
            }
        }
    }

    private void compareJoins(ShopConnection connection) throws SQLException {
        Map<String, Sales> sales = model.salesByCity();
        try (PreparedStatement all = connection.prepare(
                        "SELECT c.city, COUNT(*), SUM(o.amount) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city ORDER BY c.city");
                PreparedStatement one = connection.prepare(
                        "SELECT COUNT(*), SUM(o.amount) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.city = ?")) {
            findings.compare(
                    List.copyOf(new TreeSet<>(ShopConnection.ask(all))),
                    sales.entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue().answer())
                            .sorted()
                            .toList(),
                    "sales by city");
            for (Map.Entry<String, Sales> each : sales.entrySet()) {
                findings.compare(
                        ShopConnection.ask(one, each.getKey()),
                        List.of(each.getValue().answer()),
                        "sales in %s",
                        each.getKey());
            }
        }
    }
}
