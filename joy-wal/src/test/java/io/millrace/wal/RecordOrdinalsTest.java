package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The n-th record, against a plain list: across rolls, truncations at both ends, and reopening. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordOrdinalsTest {

    private static final int OPERATIONS = 400;

    @TempDir
    private Path folder = Path.of("");

    /** Positions of all records ever, by ordinal. */
    private final List<Long> positions = new ArrayList<>();

    private WriteAheadLog open(Durability level) {
        return WriteAheadLog.open(
                folder,
                WalConfig.defaults()
                        .withDurability(level)
                        .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                        .withPreparedSegments(1)
                        .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                        .withPinnedBytesMax(4L * WalConfig.SEGMENT_BYTES_MIN));
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void ordinalsAreThoseOfAList(Durability level) {
        Random random = Seeds.random("RecordOrdinalsTest " + level);
        WriteAheadLog log = open(level);
        try {
            for (int operation = 0; operation < OPERATIONS; operation++) {
                int dice = random.nextInt(100);
                if (dice < 70) {
                    append(log, random);
                } else if (dice < 75) {
                    log.truncatePrefix(log.tailPosition() - random.nextInt(6 * WalConfig.SEGMENT_BYTES_MIN));
                } else if (dice < 78 && log.firstOrdinal() < positions.size()) {
                    truncateSuffix(log, random);
                } else if (dice < 82) {
                    log.close();
                    log = open(level);
                } else {
                    look(log, random);
                }
            }
            look(log, random);
        } finally {
            log.close();
        }
        assertThat(positions).hasSizeGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aClaimThatIsNotPublishedHoldsUpTheCount(Durability level) {
        Random random = Seeds.random("RecordOrdinalsTest claim " + level);
        try (WriteAheadLog log = open(level)) {
            append(log, random);
            RecordClaim claim = new RecordClaim();
            log.claim(WalRecord.TYPE_MIN, 100, claim);
            int published = positions.size();
            positions.add(claim.position());
            while (log.tailPosition() < 3L * WalConfig.SEGMENT_BYTES_MIN) {
                append(log, random);
            }
            assertThat(log.nextOrdinal()).isEqualTo(published);
            assertThat(log.positionOf(published - 1)).isEqualTo(positions.get(published - 1));
            refuse(log, published, "no such record yet");
            refuse(log, positions.size() - 1, "no such record yet");
            claim.publish();
            look(log, random);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void theFirstIsKnownWhileSegmentsGo(Durability level) {
        try (WriteAheadLog log = open(level)) {
            byte[] record = new byte[2000];
            for (int round = 0; round < 1_500; round++) {
                for (int count = 0; count < 8; count++) {
                    positions.add(log.append(WalRecord.TYPE_MIN, record, 0, record.length));
                }
                log.truncatePrefix(log.tailPosition());
                int first = (int) log.firstOrdinal();
                assertThat(first).isLessThanOrEqualTo(positions.size());
                assertThat(first == 0 || positions.get(first - 1) < log.startPosition())
                        .isTrue();
            }
        }
    }

    private void append(WriteAheadLog log, Random random) {
        for (int count = random.nextInt(40); count >= 0; count--) {
            byte[] record = new byte[random.nextInt(1000)];
            positions.add(log.append(WalRecord.TYPE_MIN, record, 0, record.length));
        }
    }

    private void truncateSuffix(WriteAheadLog log, Random random) {
        int first = (int) log.firstOrdinal();
        int end = Math.max(first, positions.size() - random.nextInt(100));
        if (end < positions.size()) {
            log.truncateSuffix(positions.get(end));
            positions.subList(end, positions.size()).clear();
        }
    }

    private void look(WriteAheadLog log, Random random) {
        int first = (int) log.firstOrdinal();
        assertThat(log.nextOrdinal()).isEqualTo(positions.size());
        if (first < positions.size()) {
            assertThat(positions.get(first)).isGreaterThanOrEqualTo(log.startPosition());
            assertThat(log.positionOf(first)).isEqualTo(positions.get(first));
            for (int count = 0; count < 10; count++) {
                int ordinal = first + random.nextInt(positions.size() - first);
                assertThat(log.positionOf(ordinal)).isEqualTo(positions.get(ordinal));
            }
        }
        if (first > 0) {
            assertThat(positions.get(first - 1)).isLessThan(log.startPosition());
            refuse(log, first - 1, "truncated");
        }
        refuse(log, positions.size(), "no such record yet");
        assertThatThrownBy(() -> log.positionOf(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void refuse(WriteAheadLog log, long ordinal, String what) {
        WalException refused = catchThrowableOfType(WalException.class, () -> log.positionOf(ordinal));
        assertThat(refused.reason()).isEqualTo(WalException.Reason.NO_RECORD);
        assertThat(refused).hasMessageContaining(what).hasMessageContaining("ordinal=" + ordinal);
    }
}
