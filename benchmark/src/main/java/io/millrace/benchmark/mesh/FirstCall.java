package io.millrace.benchmark.mesh;

import io.millrace.benchmark.process.Child;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Waits for agents by what a user would see of them: a call that is answered rightly. */
final class FirstCall {
    private static final String PARAMETER = "is-anybody-there";
    private static final String FORM = "interface=io.millrace.sample.HashService&method=hash"
            + "&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=" + PARAMETER;
    private static final Duration PAUSE = Duration.ofMillis(100);

    private FirstCall() {}

    /** Repeats the call until its answer is right; fails when the process ends or the time is up. */
    static void await(URI url, Duration limit, @Nullable Child agent) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        long deadline = System.nanoTime() + limit.toNanos();
        String last = "nothing";
        while (System.nanoTime() < deadline) {
            last = attempt(client, url);
            if (last.equals(Integer.toString(PARAMETER.hashCode()))) {
                return;
            }
            if (agent != null && !agent.isAlive()) {
                throw agent.failure("ended before its first call");
            }
            Thread.sleep(PAUSE.toMillis());
        }
        String message = "gave no right answer at " + url + " within " + limit + "; last: " + last;
        throw agent == null ? new IOException("the agent " + message) : agent.failure(message);
    }

    private static String attempt(HttpClient client, URI url) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(5))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(FORM))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return e.toString();
        }
    }
}
