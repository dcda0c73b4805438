package io.millrace.newsql.node.resp;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Any bytes in any chunks: the same requests, the same end, and all memory back. */
@Tag("once")
class RespFuzz {

    @FuzzTest(maxDuration = "60s")
    void requestsDoNotDependOnHowTheStreamIsCut(FuzzedDataProvider data) {
        int chunk = data.consumeInt(1, 100);
        byte[] stream = data.consumeRemainingAsBytes();
        CollectedRequests whole = CollectedRequests.of(stream, Math.max(1, stream.length));
        CollectedRequests cut = CollectedRequests.of(stream, chunk);
        if (!whole.requests.equals(cut.requests) || (whole.malformed == null) != (cut.malformed == null)) {
            throw new AssertionError("requests differ: whole=" + whole.requests + ", " + whole.malformed + ", cut="
                    + cut.requests + ", " + cut.malformed + ", chunk=" + chunk);
        }
    }
}
