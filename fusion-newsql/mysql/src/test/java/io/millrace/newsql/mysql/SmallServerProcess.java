package io.millrace.newsql.mysql;

import java.io.IOException;

/** A program: the echoing server on a free port, which it prints; it ends with its input. */
final class SmallServerProcess {

    private SmallServerProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (TestServer server = TestServer.open()) {
            System.out.println("port " + server.port());
            while (System.in.read() >= 0) {
                // until the parent closes it
            }
        }
    }
}
