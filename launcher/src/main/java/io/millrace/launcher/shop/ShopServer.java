package io.millrace.launcher.shop;

import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.mysql.MysqlConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The program of the child: {@code ShopServer DIRECTORY}, a SQL server on a free loopback port that says its process and port, and serves until it is killed. */
public final class ShopServer {

    /** What it says when it serves. */
    static final String READY = "READY pid=";

    private ShopServer() {}

    /** Serves; never returns. */
    public static void main(String[] arguments) throws InterruptedException {
        MysqlConfig config =
                MysqlConfig.defaults().withAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        NewSqlServer server = NewSqlServer.open(Path.of(arguments[0]), config);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shop-close"));
        System.out.println(READY + ProcessHandle.current().pid() + " port="
                + server.address().getPort());
        new CountDownLatch(1).await();
    }
}
