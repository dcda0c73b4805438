package io.millrace.tiered.peer;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentSummary;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks other brokers for cold segments.
 *
 * <p><b>Threads.</b> Safe; {@value #REQUESTS_MAX} requests at a time, others wait. <b>Errors.</b> An empty answer: this broker has it not, or not undamaged. {@link TieredException}: it
 * cannot be reached, is slow, or answers what is not signed; another one may be asked, or this one later.
 */
public final class PeerClient {

    /** Each holds a chunk on the heap. */
    private static final int REQUESTS_MAX = 8;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** A disk with heads that is busy answers within seconds; Kafka's readers wait no longer either. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);

    /** Of an index: some ten times what Kafka makes by default. */
    private static final int INDEX_BYTES_MAX = 128 << 20;

    private static final int MANIFEST_BYTES_MAX = 1 << 20;

    /** A line for each segment of a partition. */
    private static final int REPORT_BYTES_MAX = 16 << 20;

    private final HttpClient http;
    private final String scheme;
    private final PeerSecret secret;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Semaphore requests = new Semaphore(REQUESTS_MAX, true);

    /** With the cluster's secret, and with keys if the brokers want them. */
    public PeerClient(PeerSecret secret, @Nullable SSLContext tls, Clock clock) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT);
        this.http = (tls == null ? builder : builder.sslContext(tls)).build();
        this.scheme = tls == null ? "http" : "https";
        this.secret = secret;
        this.clock = clock;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int status, byte[] body) {}

    /** What is asked for, by its path and in words. */
    private record Asked(String path, String what) {}

    /** The manifest, if it is that of a copy with these bytes. */
    Optional<Manifest> manifest(PeerAddress peer, SegmentIdentity identity, SegmentSummary expected)
            throws TieredException {
        PeerPath path = PeerPath.of(identity, PeerPath.What.MANIFEST);
        Optional<byte[]> found = get(peer, path, "", MANIFEST_BYTES_MAX);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try {
            Manifest manifest = Manifest.of(found.get(), identity);
            return manifest.summary().equals(expected) ? Optional.of(manifest) : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw failed(peer, path, String.valueOf(e.getMessage()), e);
        }
    }

    /** Bytes of the data. */
    Optional<byte[]> data(PeerAddress peer, SegmentIdentity identity, long from, int length) throws TieredException {
        PeerPath path = PeerPath.of(identity, PeerPath.What.DATA);
        Optional<byte[]> found = get(peer, path, "bytes=" + from + "-" + (from + length - 1), length);
        if (found.isPresent() && found.get().length != length) {
            throw failed(peer, path, "length=" + found.get().length + " (expected: " + length + ")", null);
        }
        return found;
    }

    /** An index, whole. */
    Optional<byte[]> index(PeerAddress peer, SegmentIdentity identity, IndexKind kind) throws TieredException {
        return get(peer, PeerPath.of(identity, kind), "", INDEX_BYTES_MAX);
    }

    /** What the broker says of a segment. */
    public SegmentState state(PeerAddress peer, SegmentIdentity identity) throws TieredException {
        PeerPath path = PeerPath.of(identity, PeerPath.What.STATE);
        byte[] body = get(peer, path, "", MANIFEST_BYTES_MAX).orElse(new byte[0]);
        SegmentState state = SegmentState.parse(new String(body, StandardCharsets.UTF_8));
        if (state == null) {
            throw failed(peer, path, "not a state", null);
        }
        return state;
    }

    /**
     * A report of the broker, line by line; empty if it has none of this path.
     *
     * @param path such as {@code /v1/space}; see {@link BrokerReports}
     */
    public List<String> lines(PeerAddress peer, String path) throws TieredException {
        return get(peer, new Asked(path, path), "", REPORT_BYTES_MAX)
                .map(body -> new String(body, StandardCharsets.UTF_8).lines().toList())
                .orElse(List.of());
    }

    private Optional<byte[]> get(PeerAddress peer, PeerPath path, String range, int bytesMax) throws TieredException {
        return get(peer, asked(path), range, bytesMax);
    }

    private static Asked asked(PeerPath path) {
        return new Asked(path.toString(), path.identity().toString());
    }

    private Optional<byte[]> get(PeerAddress peer, Asked path, String range, int bytesMax) throws TieredException {
        try {
            requests.acquire();
            try {
                Answer answer = send(peer, path, range, bytesMax);
                if (answer.status() == 404) {
                    return Optional.empty();
                }
                if (answer.status() != 200 && answer.status() != 206) {
                    String text = new String(answer.body(), StandardCharsets.UTF_8).strip();
                    throw failed(peer, path, "status=" + answer.status() + " " + text, null);
                }
                return Optional.of(answer.body());
            } finally {
                requests.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TieredException(Reason.INTERRUPTED, "interrupted: " + path.what(), e);
        }
    }

    private Answer send(PeerAddress peer, Asked path, String range, int bytesMax)
            throws TieredException, InterruptedException {
        byte[] once = new byte[16];
        random.nextBytes(once);
        String target = path.path();
        RequestSignature signature = RequestSignature.of(
                secret, "GET", target, range, clock.millis(), HexFormat.of().formatHex(once));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheme + "://" + peer.authority() + target))
                .timeout(ANSWER_TIMEOUT)
                .header(RequestSignature.HEADER, signature.toString());
        if (!range.isEmpty()) {
            request.header("Range", range);
        }
        // The JDK's own timeout ends with the headers; this one covers the body.
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request.build(), bounded(bytesMax));
        try {
            HttpResponse<byte[]> answer = sent.get(ANSWER_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
            checkSigned(peer, path, signature, answer);
            return new Answer(answer.statusCode(), answer.body());
        } catch (TimeoutException e) {
            throw failed(peer, path, "no answer within " + ANSWER_TIMEOUT, e);
        } catch (ExecutionException e) {
            throw failed(peer, path, String.valueOf(e.getCause()), e.getCause());
        } finally {
            sent.cancel(true);
        }
    }

    private void checkSigned(PeerAddress peer, Asked path, RequestSignature signature, HttpResponse<byte[]> answer)
            throws TieredException {
        String expected = RequestSignature.answer(secret, signature.once(), answer.statusCode(), answer.body());
        String found =
                answer.headers().firstValue(RequestSignature.ANSWER_HEADER).orElse(null);
        if (!RequestSignature.same(expected, found)) {
            String text = answer.statusCode() == 401
                    ? new String(answer.body(), StandardCharsets.UTF_8).strip()
                    : "answer is not signed with our secret";
            throw failed(peer, path, "status=" + answer.statusCode() + " " + text, null);
        }
    }

    /** Refuses a body before it is read if it is longer than what was asked for. */
    private static BodyHandler<byte[]> bounded(int bytesMax) {
        return head -> {
            long length = head.headers().firstValueAsLong("Content-Length").orElse(0);
            boolean ours = head.statusCode() == 200 || head.statusCode() == 206;
            long most = ours ? bytesMax : MANIFEST_BYTES_MAX;
            if (length > most || head.headers().firstValue("Transfer-Encoding").isPresent()) {
                return BodySubscribers.mapping(BodySubscribers.discarding(), nothing -> {
                    throw new IllegalStateException("answer too long: " + length + " (expected: <= " + most + ")");
                });
            }
            return BodySubscribers.ofByteArray();
        };
    }

    private static TieredException failed(PeerAddress peer, PeerPath path, String why, @Nullable Throwable cause) {
        return failed(peer, asked(path), why, cause);
    }

    private static TieredException failed(PeerAddress peer, Asked path, String why, @Nullable Throwable cause) {
        return new TieredException(
                Reason.SOURCE, "peer does not help: " + why + ", " + peer + ", " + path.what(), cause);
    }
}
