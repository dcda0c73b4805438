package io.millrace.launcher.shop;

/** How many orders there are, and what they cost together. */
record Sales(long orders, long cents) {

    Sales plus(Sales other) {
        return new Sales(orders + other.orders, cents + other.cents);
    }

    /** As the demo's queries answer it: COUNT(*), and SUM(amount) or NULL of no rows. */
    String answer() {
        return orders + " " + (orders == 0 ? "null" : Order.decimal(cents));
    }
}
