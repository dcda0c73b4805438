package io.millrace.launcher.shop;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What the shop's tables must hold: every row follows from the seed and its id, and so do the answers to every query. <b>Threads.</b> Immutable.
 */
final class ShopModel {

    static final List<String> CITIES =
            List.of("Bergen", "Hangzhou", "Kraków", "Lagos", "Osaka", "Quito", "Tartu", "Zürich");

    private static final int ORDERS_PER_CUSTOMER = 50;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int CENTS_MAX = 100_000;
    private static final int NOTE_MIN = 8;
    private static final int NOTE_MAX = 40;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz äéłß 日本語";
    private static final LocalDateTime FIRST = LocalDateTime.of(2024, 2, 28, 12, 0);
    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final int orders;
    private final long seed;

    ShopModel(int orders, long seed) {
        this.orders = orders;
        this.seed = seed;
    }

    int orders() {
        return orders;
    }

    int customers() {
        return Math.max(1, orders / ORDERS_PER_CUSTOMER);
    }

    String customerName(int customer) {
        return "Customer " + customer;
    }

    String customerCity(int customer) {
        return CITIES.get(customer % CITIES.size());
    }

    Order order(int id) {
        SplittableRandom random = new SplittableRandom(seed ^ (id * GOLDEN));
        StringBuilder note = new StringBuilder();
        int length = random.nextInt(NOTE_MIN, NOTE_MAX);
        for (int i = 0; i < length; i++) {
            note.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return new Order(
                id,
                1 + random.nextInt(customers()),
                DATETIME.format(FIRST.plusMinutes(id)),
                random.nextInt(1, CENTS_MAX),
                note.toString());
    }

    /** Number of orders and their cents by the customer's city, in the order of the cities' names. */
    Map<String, Sales> salesByCity() {
        Map<String, Sales> sales = new TreeMap<>();
        for (int id = 1; id <= orders; id++) {
            Order order = order(id);
            sales.merge(customerCity(order.customer()), new Sales(1, order.cents()), Sales::plus);
        }
        return sales;
    }

    /** Number of orders of a range of ids, both inclusive, and their cents. */
    Sales sales(int first, int last) {
        Sales sales = new Sales(0, 0);
        for (int id = first; id <= last; id++) {
            sales = sales.plus(new Sales(1, order(id).cents()));
        }
        return sales;
    }

    /** Number of orders and their cents by customer: index 0 is nobody. */
    Sales[] salesByCustomer() {
        Sales[] sales = new Sales[customers() + 1];
        java.util.Arrays.fill(sales, new Sales(0, 0));
        for (int id = 1; id <= orders; id++) {
            Order order = order(id);
            sales[order.customer()] = sales[order.customer()].plus(new Sales(1, order.cents()));
        }
        return sales;
    }
}
