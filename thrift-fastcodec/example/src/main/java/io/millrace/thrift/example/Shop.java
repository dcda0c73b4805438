package io.millrace.thrift.example;

import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.example.orders.Line;
import io.millrace.thrift.example.orders.Order;
import io.millrace.thrift.example.orders.OrderView;
import io.millrace.thrift.example.orders.Orders;
import io.millrace.thrift.example.orders.Payment;
import io.millrace.thrift.example.orders.Refused;
import io.millrace.thrift.example.orders.State;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes orders that are paid for; each method is a thing that a user does with generated code. */
public final class Shop implements Orders.Blocking {

    /** Builds a message and writes it: the bytes are those of Apache Thrift. */
    public static byte[] write(long id, String customer) {
        Order order = new Order()
                .id(id)
                .customer(customer)
                .lines(List.of(
                        new Line().article(4711), new Line().article(4712).count(3)));
        return ThriftBinary.toBytes(order);
    }

    /** Reads a message. */
    public static Order read(byte[] bytes) {
        return ThriftBinary.read(Order.TYPE, bytes);
    }

    /** Changes two fields where the message lies: nothing else is decoded, nothing else is copied twice. */
    public static byte[] markPaid(byte[] bytes, long now) {
        try (OrderView view = OrderView.over(bytes)) {
            return view.state(State.PAID).paidAt(now).toBytes();
        }
    }

    @Override
    public Order place(@Nullable Order order, @Nullable Payment payment) throws Refused {
        Order wanted = Objects.requireNonNull(order, "order");
        if (payment == null || (payment.hasCents() && payment.cents() == 0)) {
            throw new Refused().message("nothing is paid").state(State.OPEN);
        }
        return wanted.state(State.PAID);
    }

    @Override
    public void forget(long id) {
        // There is nothing to forget: this shop remembers no orders.
    }
}
