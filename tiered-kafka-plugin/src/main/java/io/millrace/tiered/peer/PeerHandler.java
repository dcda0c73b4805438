package io.millrace.tiered.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.IndexKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers one request after the other, each on a thread of its own. */
final class PeerHandler implements HttpHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(PeerHandler.class);
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,10})-(\\d{1,10})");

    /** The largest chunk; nobody needs more at once. */
    static final int RANGE_BYTES_MAX = 16 << 20;

    private final ServedSegments segments;
    private final PeerSecret secret;
    private final RequestGate gate;

    PeerHandler(ServedSegments segments, PeerSecret secret, RequestGate gate) {
        this.segments = segments;
        this.secret = secret;
        this.gate = gate;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int status, byte[] body) {

        static Answer of(int status, String text) {
            return new Answer(status, (text + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String header = exchange.getRequestHeaders().getFirst(RequestSignature.HEADER);
            RequestSignature signature = RequestSignature.parse(header);
            String range = exchange.getRequestHeaders().getFirst("Range");
            Answer answer = answer(exchange, signature, range == null ? "" : range);
            if (signature != null && answer.status() != 401) {
                exchange.getResponseHeaders()
                        .set(
                                RequestSignature.ANSWER_HEADER,
                                RequestSignature.answer(secret, signature.once(), answer.status(), answer.body()));
            }
            exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (IOException e) {
            LOGGER.debug("peer has gone: peer={}", exchange.getRemoteAddress(), e);
        }
    }

    private Answer answer(HttpExchange exchange, @Nullable RequestSignature signature, String range) {
        String path = exchange.getRequestURI().getRawPath();
        RequestGate.Answer asked = gate.ask(signature, exchange.getRequestMethod(), path, range);
        if (asked != RequestGate.Answer.LET_IN) {
            LOGGER.debug("request refused: why={} peer={}", asked, exchange.getRemoteAddress());
            return asked == RequestGate.Answer.TOO_MANY
                    ? Answer.of(503, "too many requests")
                    : Answer.of(401, "not signed as expected: " + asked);
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            return Answer.of(405, "no such thing");
        }
        try {
            Optional<PeerPath> parsed = PeerPath.parse(path);
            return parsed.isPresent() ? answer(parsed.get(), range) : report(path);
        } catch (IllegalArgumentException e) {
            return Answer.of(416, String.valueOf(e.getMessage()));
        } catch (TieredException e) {
            return failed(e);
        } catch (IOException e) {
            return Answer.of(503, String.valueOf(e.getMessage()));
        }
    }

    private Answer answer(PeerPath path, String range) throws IOException {
        return switch (path.what()) {
            case MANIFEST -> new Answer(
                    200, segments.store().find(path.identity()).manifest().toBytes());
            case INDEX -> new Answer(
                    200, segments.store().index(path.identity(), path.index().orElse(IndexKind.OFFSET)));
            case STATE -> Answer.of(
                    200, segments.states().apply(path.identity()).toString());
            case DATA -> data(path, range);
        };
    }

    private Answer report(String path) throws IOException {
        return ReportPath.find(path, segments.reports())
                .map(lines -> Answer.of(200, String.join("\n", lines)))
                .orElseGet(() -> Answer.of(404, "no such thing"));
    }

    private Answer data(PeerPath path, String range) throws IOException {
        Matcher bounds = RANGE.matcher(range);
        long from = bounds.matches() ? Long.parseLong(bounds.group(1)) : -1;
        long last = bounds.matches() ? Long.parseLong(bounds.group(2)) : -1;
        if (from < 0 || last < from || last - from >= RANGE_BYTES_MAX) {
            throw new IllegalArgumentException("range: " + range + " (expected: up to " + RANGE_BYTES_MAX + " bytes)");
        }
        return new Answer(206, segments.data(path.identity(), from, last));
    }

    private static Answer failed(TieredException e) {
        return switch (e.reason()) {
            case NOT_FOUND, DAMAGED -> Answer.of(404, e.reason() + ": " + e.getMessage());
            default -> Answer.of(503, e.reason() + ": " + e.getMessage());
        };
    }
}
