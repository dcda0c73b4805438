package io.millrace.thrift.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftServices;
import io.millrace.thrift.example.orders.Order;
import io.millrace.thrift.example.orders.Orders;
import io.millrace.thrift.example.orders.Payment;
import io.millrace.thrift.example.orders.Refused;
import io.millrace.thrift.example.orders.State;
import io.millrace.thrift.netty.ThriftClient;
import io.millrace.thrift.netty.ThriftClientConfig;
import io.millrace.thrift.netty.ThriftServer;
import io.millrace.thrift.netty.ThriftServerConfig;
import io.millrace.transport.EventLoops;
import io.millrace.transport.TransportConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ShopTest {

    @Test
    void messageIsWrittenReadAndPatched() {
        byte[] bytes = Shop.write(7, "Ada");
        assertThat(Shop.read(bytes).lines()).hasSize(2);
        Order paid = Shop.read(Shop.markPaid(bytes, 1234));
        assertThat(paid.state()).isEqualTo(State.PAID);
        assertThat(paid.paidAt()).isEqualTo(1234);
        assertThat(paid.customer()).isEqualTo("Ada");
    }

    @Test
    void shopIsCalledOverTheWire() throws Exception {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        ThriftServices services = ThriftServices.of(Orders.service(Orders.blocking(new Shop(), workers)));
        try (EventLoops loops = EventLoops.open(TransportConfig.defaults());
                ThriftServer server = ThriftServer.bind(
                        loops,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        services,
                        ThriftServerConfig.defaults());
                ThriftClient client =
                        ThriftClient.of(loops, loops.loops().get(0), server.address(), ThriftClientConfig.defaults())) {
            checkBlocking(client);
            checkAsynchronous(client);
        } finally {
            workers.shutdown();
        }
    }

    private static void checkBlocking(ThriftCaller caller) throws Refused {
        Orders.Blocking shop = Orders.blockingClient(caller);
        Order placed = shop.place(new Order().id(1), new Payment().cents(500));
        assertThat(placed).isEqualTo(new Order().id(1).state(State.PAID));
        assertThatThrownBy(() -> shop.place(new Order().id(2), new Payment().cents(0)))
                .isInstanceOf(Refused.class)
                .hasMessage("nothing is paid");
        shop.forget(1);
    }

    private static void checkAsynchronous(ThriftCaller caller) throws Exception {
        Orders shop = Orders.client(caller);
        Order order = new Order().id(3);
        assertThat(shop.place(order, new Payment().voucher("x"))
                        .toCompletableFuture()
                        .get()
                        .id())
                .isEqualTo(3);
        assertThatThrownBy(() -> shop.place(order, null).toCompletableFuture().get())
                .isInstanceOf(ExecutionException.class)
                .hasCause(new Refused().message("nothing is paid").state(State.OPEN));
    }
}
