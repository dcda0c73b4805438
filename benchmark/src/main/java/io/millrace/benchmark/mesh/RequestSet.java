package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Requests of the contest's shape, encoded in advance, each with the answer that is right for it.
 *
 * <p>The contest sent a random text of letters and digits, its length even over 0 to 1023. The seed fixes the set. The
 * buffers are direct, shared and never written to; they live as long as the process.
 */
final class RequestSet {
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH_BOUND = 1_024;

    private final ByteBuf[] requests;
    private final byte[][] answers;
    private final double requestBytesMean;

    RequestSet(URI url, String interfaceName, String method, int size, long seed) {
        requests = new ByteBuf[size];
        answers = new byte[size][];
        SplittableRandom random = new SplittableRandom(seed);
        long bytes = 0;
        for (int i = 0; i < size; i++) {
            String parameter = text(random);
            requests[i] = Unpooled.directBuffer().writeBytes(encode(url, interfaceName, method, parameter));
            answers[i] = Integer.toString(parameter.hashCode()).getBytes(StandardCharsets.US_ASCII);
            bytes += requests[i].readableBytes();
        }
        requestBytesMean = (double) bytes / size;
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(LENGTH_BOUND); left > 0; left--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static byte[] encode(URI url, String interfaceName, String method, String parameter) {
        String form = "interface=" + interfaceName + "&method=" + method + "&parameterTypesString="
                + URLEncoder.encode("Ljava/lang/String;", StandardCharsets.US_ASCII) + "&parameter=" + parameter;
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        // The length comes first because the contest's client wrote it first, and old agents rely on that.
        String head = "POST " + path + " HTTP/1.1\r\ncontent-length: " + form.length()
                + "\r\nhost: " + url.getRawAuthority()
                + "\r\ncontent-type: application/x-www-form-urlencoded\r\n\r\n";
        return (head + form).getBytes(StandardCharsets.US_ASCII);
    }

    int size() {
        return requests.length;
    }

    /** Gives a view of its own of the request. */
    ByteBuf request(int index) {
        return requests[index].retainedDuplicate();
    }

    boolean isAnswer(int index, ByteBuf in, int from, int length) {
        byte[] answer = answers[index];
        if (length != answer.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (in.getByte(from + i) != answer[i]) {
                return false;
            }
        }
        return true;
    }

    String answer(int index) {
        return new String(answers[index], StandardCharsets.US_ASCII);
    }

    /** Mean size of a request with its head. */
    double requestBytesMean() {
        return requestBytesMean;
    }
}
