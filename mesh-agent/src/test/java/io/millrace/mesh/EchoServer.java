package io.millrace.mesh;

import io.millrace.thrift.ThriftProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.thrift.TMultiplexedProcessor;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.jspecify.annotations.Nullable;

/** A server of Apache's library, framed, a thread for each connection, which can be ended and started again. Not thread-safe. */
final class EchoServer implements AutoCloseable {
    private final TProcessor processor;
    private final TProtocolFactory protocol;
    private final Set<TSocket> accepted = ConcurrentHashMap.newKeySet();
    private int port;
    private @Nullable TThreadPoolServer server;
    private @Nullable Thread thread;

    private EchoServer(TProcessor processor, TProtocolFactory protocol) {
        this.processor = processor;
        this.protocol = protocol;
    }

    static EchoServer start(EchoService service) throws TTransportException {
        return start(service, ThriftProtocol.BINARY, false);
    }

    /** @param multiplexed whether it is called by {@code Echo:method} and no other name */
    static EchoServer start(EchoService service, ThriftProtocol protocol, boolean multiplexed)
            throws TTransportException {
        TProcessor processor = service;
        if (multiplexed) {
            TMultiplexedProcessor many = new TMultiplexedProcessor();
            many.registerProcessor("Echo", service);
            processor = many;
        }
        EchoServer made = new EchoServer(
                processor,
                protocol == ThriftProtocol.COMPACT ? new TCompactProtocol.Factory() : new TBinaryProtocol.Factory());
        made.start();
        return made;
    }

    int port() {
        return port;
    }

    /** Takes connections, on the port that it had before if it was started before. */
    void start() throws TTransportException {
        Accepting socket = new Accepting(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        port = socket.getServerSocket().getLocalPort();
        TThreadPoolServer serving = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .processor(processor)
                .transportFactory(new TFramedTransport.Factory())
                .protocolFactory(protocol));
        Thread started = new Thread(serving::serve, "libthrift server");
        started.setDaemon(true);
        started.start();
        server = serving;
        thread = started;
    }

    /** Ends it as a kill would: nothing is answered any more. */
    void kill() {
        TThreadPoolServer serving = server;
        if (serving != null) {
            serving.stop();
        }
        accepted.forEach(TSocket::close);
        accepted.clear();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
        Thread serving = thread;
        if (serving != null) {
            serving.interrupt();
            serving.join(TestMesh.LIMIT.toMillis());
        }
    }

    /** Remembers what it accepted. */
    private final class Accepting extends TServerSocket {
        Accepting(InetSocketAddress address) throws TTransportException {
            super(address);
        }

        @Override
        public TSocket accept() throws TTransportException {
            TSocket socket = super.accept();
            accepted.add(socket);
            return socket;
        }
    }
}
