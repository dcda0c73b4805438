package io.millrace.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A peer that speaks just enough Dubbo in hessian2 to be called with one short string, written from the protocol and not with the
 * agent's code. It counts the calls that it holds, and behaves as badly as a test wants. Thread-safe.
 */
final class FakeProvider implements AutoCloseable {
    private static final int MAGIC = 0xDABB;
    private static final int REQUEST = 0x80;
    private static final int EVENT = 0x20;
    private static final int HESSIAN2 = 2;

    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(FakeProvider::daemon);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();
    private volatile Consumer<Call> behaviour = Call::hash;

    private FakeProvider(ServerSocket server) {
        this.server = server;
    }

    /** A provider that answers every call at once with the hash of its argument. */
    static FakeProvider start() {
        try {
            FakeProvider provider = new FakeProvider(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()));
            daemon(provider::accept).start();
            return provider;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "fake provider");
        thread.setDaemon(true);
        return thread;
    }

    int port() {
        return server.getLocalPort();
    }

    /** What it does with calls from now on; runs on the thread of the connection. */
    FakeProvider behave(Consumer<Call> changed) {
        behaviour = changed;
        return this;
    }

    /** Answers each call after a delay. */
    FakeProvider delay(long millis) {
        return behave(call -> call.hashAfter(millis));
    }

    /** Calls that it holds now. */
    int open() {
        return open.get();
    }

    /** The most calls that it ever held at a time. */
    int mostOpen() {
        return mostOpen.get();
    }

    /** Calls that have come. */
    int received() {
        return received.get();
    }

    /** Sends bytes to whoever is connected, in the middle of everything. */
    void sendToAll(byte[] bytes) {
        for (Socket socket : sockets) {
            write(socket, bytes);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                daemon(() -> serve(socket)).start();
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        AtomicInteger openHere = new AtomicInteger();
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int magic = in.readUnsignedShort();
                int flag = in.readUnsignedByte();
                in.readUnsignedByte();
                long id = in.readLong();
                byte[] body = in.readNBytes(in.readInt());
                if (magic != MAGIC) {
                    throw new IOException("magic " + Integer.toHexString(magic));
                }
                if ((flag & EVENT) != 0) {
                    if ((flag & REQUEST) != 0) {
                        write(socket, frame(EVENT | HESSIAN2, 20, id, new byte[] {'N'}));
                    }
                } else {
                    received.incrementAndGet();
                    openHere.incrementAndGet();
                    int now = open.incrementAndGet();
                    mostOpen.accumulateAndGet(now, Math::max);
                    behaviour.accept(new Call(socket, openHere, id, argumentOf(body)));
                }
            }
        } catch (IOException e) {
            // the agent has gone, or the test ends
        } finally {
            sockets.remove(socket);
            open.addAndGet(-openHere.getAndSet(Integer.MIN_VALUE / 2));
        }
    }

    /** Behind dubbo version, path, service version, method and types stands the argument; "" if it is no string. */
    private static String argumentOf(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        String text = "";
        for (int i = 0; i < 6; i++) {
            text = string(in);
        }
        return text;
    }

    /** A hessian2 string without surrogates, in one chunk. */
    private static String string(ByteBuffer in) {
        int tag = in.get() & 0xFF;
        int length;
        if (tag < 0x20) {
            length = tag;
        } else if (tag >= 0x30 && tag <= 0x33) {
            length = ((tag - 0x30) << 8) | (in.get() & 0xFF);
        } else if (tag == 'S') {
            length = in.getShort() & 0xFFFF;
        } else {
            return "";
        }
        int from = in.position();
        for (int i = 0; i < length; i++) {
            int lead = in.get() & 0xFF;
            in.position(in.position() + (lead < 0x80 ? 0 : lead < 0xE0 ? 1 : 2));
        }
        byte[] bytes = new byte[in.position() - from];
        in.get(from, bytes);
        return new String(bytes, UTF_8);
    }

    private static byte[] frame(int flag, int status, long id, byte[] body) {
        return ByteBuffer.allocate(16 + body.length)
                .putShort((short) MAGIC)
                .put((byte) flag)
                .put((byte) status)
                .putLong(id)
                .putInt(body.length)
                .put(body)
                .array();
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            synchronized (socket) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException e) {
            // the agent has gone; its side of the test says whether that was right
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A call that the provider holds until one of the answers is given. */
    final class Call {
        private final Socket socket;
        private final AtomicInteger openHere;
        private final long id;
        private final String argument;

        private Call(Socket socket, AtomicInteger openHere, long id, String argument) {
            this.socket = socket;
            this.openHere = openHere;
            this.id = id;
            this.argument = argument;
        }

        String argument() {
            return argument;
        }

        /** Answers rightly. */
        void hash() {
            byte[] body = ByteBuffer.allocate(6)
                    .put((byte) 0x91)
                    .put((byte) 'I')
                    .putInt(argument.hashCode())
                    .array();
            answer(20, body);
        }

        void hashAfter(long millis) {
            timer.schedule(this::hash, millis, TimeUnit.MILLISECONDS);
        }

        /** Answers with a string of {@code length} letters. */
        void text(int length) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.writeByte(0x91);
                int left = length;
                for (; left > 0x8000; left -= 0x8000) {
                    out.writeByte('R');
                    out.writeShort(0x8000);
                    out.write("x".repeat(0x8000).getBytes(UTF_8));
                }
                out.writeByte('S');
                out.writeShort(left);
                out.write("x".repeat(left).getBytes(UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            answer(20, bytes.toByteArray());
        }

        /** Answers OK with any bytes for a body. */
        void body(byte[] bytes) {
            answer(20, bytes);
        }

        /** Answers with a status that is an error, and a message. */
        void refuse(int status, String message) {
            byte[] text = message.getBytes(UTF_8);
            byte[] body = ByteBuffer.allocate(3 + text.length)
                    .put((byte) 'S')
                    .putShort((short) message.length())
                    .put(text)
                    .array();
            answer(status, body);
        }

        /** Closes the connection that the call came on. */
        void hangUp() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void answer(int status, byte[] body) {
            if (openHere.getAndDecrement() > 0) {
                open.decrementAndGet();
            }
            write(socket, frame(HESSIAN2, status, id, body));
        }
    }
}
