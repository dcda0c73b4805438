package io.millrace.queue;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.wal.Durability;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An engine at thousands of moments on a disk that forgets what was not forced: what its level promises is there, nothing
 * is invented, and recovering twice finds the same.
 */
@Tag("once")
class QueueEngineDiskTest {

    /** For each level and kind of crash. */
    private static final int POINTS = Integer.getInteger("millrace.queue.crashPoints", 300);

    private static final int POINTS_LONG = 100_000;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void keepsItsPromiseWhenThePowerIsCut(Durability level) throws Exception {
        crash(level, CrashKind.POWER_CUT, POINTS);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void keepsItsPromiseWhenItIsKilled(Durability level) throws Exception {
        crash(level, CrashKind.KILL, POINTS);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Durability.class)
    void keepsItsPromiseWhenThePowerIsCutManyMoreTimes(Durability level) throws Exception {
        crash(level, CrashKind.POWER_CUT, POINTS_LONG);
    }

    private static void crash(Durability level, CrashKind kind, int points) throws Exception {
        Random random = Seeds.random("QueueEngineDiskTest " + level + " " + kind);
        int done = 0;
        while (done < points) {
            done += new CrashWorld(level, kind, random.nextLong()).run(100);
        }
        System.err.println("QueueEngineDiskTest " + level + " " + kind + ": " + done + " crash points");
    }
}
