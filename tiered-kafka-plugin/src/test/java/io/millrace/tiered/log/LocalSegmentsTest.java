package io.millrace.tiered.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSegmentsTest {

    private static final long MODIFIED = 1_600_000_000_000L;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aSegmentEndsBeforeTheNextAndHasTheLastTimestampOfItsIndex() throws IOException {
        data("00000000000000000000", new byte[10]);
        index("00000000000000000000", 3, 100, 200, 300);
        data("00000000000000000040", new byte[20]);
        index("00000000000000000040", 1, 400);
        data("00000000000000000070", new byte[5]);
        index("00000000000000000070", 1000, 500, 600);
        Files.write(folder.resolve("00000000000000000000.log.deleted"), new byte[1]);
        assertThat(segments())
                .containsExactly(
                        new LocalSegment(0, 39, 10, 300, MODIFIED, false),
                        new LocalSegment(40, 69, 20, 400, MODIFIED, false),
                        new LocalSegment(70, -1, 5, 600, MODIFIED, true));
    }

    @Test
    void withoutTimestampsTheLastWriteCounts() throws IOException {
        data("00000000000000000000", new byte[10]);
        index("00000000000000000000", 0);
        data("00000000000000000040", new byte[0]);
        assertThat(segments())
                .containsExactly(
                        new LocalSegment(0, 39, 10, MODIFIED, MODIFIED, false),
                        new LocalSegment(40, -1, 0, MODIFIED, MODIFIED, true));
    }

    @Test
    void anActiveSegmentWithoutIndexEntriesHasTheTimestampOfItsFirstBatch() throws IOException {
        ByteBuffer batch = ByteBuffer.allocate(RecordBatchDescriptor.HEADER_BYTES + 5);
        batch.putLong(RecordBatchDescriptor.MAX_TIMESTAMP_OFFSET, 777);
        data("00000000000000000000", batch.array());
        index("00000000000000000000", 1000);
        assertThat(segments()).containsExactly(new LocalSegment(0, -1, 66, 777, MODIFIED, true));
    }

    @Test
    void everyCountOfEntriesIsFound() throws IOException {
        data("00000000000000000000", new byte[1]);
        for (int count = 1; count < 40; count++) {
            long[] timestamps = new long[count];
            for (int i = 0; i < count; i++) {
                timestamps[i] = 1000 + i;
            }
            index("00000000000000000000", 40, timestamps);
            assertThat(segments().get(0).timestampMax())
                    .as("entries: %s", count)
                    .isEqualTo(999 + count);
        }
    }

    private List<LocalSegment> segments() throws IOException {
        return new LocalLog(folder).segments();
    }

    private void data(String name, byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve(name + ".log"), bytes);
        Files.setLastModifiedTime(file, FileTime.fromMillis(MODIFIED));
    }

    /** Room for so many entries, of which these are there. */
    private void index(String name, int entries, long... timestamps) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(12 * Math.max(entries, timestamps.length));
        for (long timestamp : timestamps) {
            bytes.putLong(timestamp).putInt(1);
        }
        Files.write(folder.resolve(name + ".timeindex"), bytes.array());
    }
}
