package io.millrace.newsql.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.millrace.newsql.catalog.BuildingIndex;
import io.millrace.newsql.catalog.BuildingIndex.State;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indexes that come while a table is used, and that a crash interrupts in each state. */
@Tag("once")
class OnlineIndexesTest {

    private static final int ROWS = 1200;

    @TempDir
    private Path directory = Path.of("");

    private DefinitionFixture fixture;

    @BeforeEach
    void open() {
        fixture = new DefinitionFixture(directory);
        fixture.run("CREATE TABLE t (id INT PRIMARY KEY, a INT)");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void fill() {
        for (long i = 0; i < ROWS; i++) {
            fixture.insert("t", i, i);
        }
    }

    @Test
    void anIndexOfManyRowsIsComplete() {
        fill();
        fixture.run("CREATE UNIQUE INDEX a_u ON t (a)");

        assertThat(fixture.table("t").building()).isEmpty();
        TableReport report = fixture.check();
        assertThat(report.findings()).isEmpty();
        assertThat(report.claims()).isEqualTo(ROWS);
    }

    @Test
    void aDuplicateLeavesNothing() {
        fixture.insert("t", 1L, 5L);
        fixture.insert("t", 2L, 5L);

        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> fixture.run("CREATE UNIQUE INDEX a_u ON t (a)"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(1062));
        assertThat(fixture.table("t").indexes()).isEmpty();
        assertThat(fixture.table("t").building()).isEmpty();
        assertThat(fixture.shared().catalog().garbage()).isEmpty();
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void aRowThatIsBeingWrittenIsWaitedFor() {
        fixture.insert("t", 1L, 5L);
        fixture.insert("t", 2L, 6L);
        TableLayout layout = new TableLayout(fixture.table("t"));
        Transaction writer = fixture.begin();
        byte[] rowKey = layout.rowKey(new Object[] {1L, 5L}, 0);
        writer.lock(Area.ROWS, rowKey, LockWait.WAIT);
        CompletableFuture<Void> built = CompletableFuture.runAsync(() -> fixture.run("CREATE INDEX a_i ON t (a)"));
        while (fixture.table("t").building().stream().noneMatch(each -> each.state() == State.WRITE_ONLY)) {
            Thread.onSpinWait();
        }
        TableInfo writeOnly = fixture.table("t");
        TableLayout newer = new TableLayout(writeOnly);
        writer.write(
                Area.ROWS,
                writeOnly.id(),
                writeOnly.version(),
                rowKey,
                newer.rows().encode(new Object[] {1L, 7L}, 2));
        byte[] entry = newer.maintained().get(0).keys().entryKey(new Object[] {1L, 7L}, rowKey);
        writer.lock(Area.ENTRIES, entry, LockWait.WAIT);
        writer.write(
                Area.ENTRIES,
                newer.maintained().get(0).keys().index().id(),
                writeOnly.version(),
                entry,
                newer.maintained().get(0).keys().entryValue(new Object[] {1L, 7L}, rowKey));
        writer.commit();
        built.join();

        assertThat(fixture.table("t").indexes()).hasSize(1);
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.check().entries()).isEqualTo(2);
    }

    @Test
    void whoIsCancelledTakesTheIndexAwayAllTheSame() throws Exception {
        beginBuild(State.WRITE_ONLY);
        TableInfo table = fixture.table("t");
        Transaction writer = fixture.begin();
        writer.lock(Area.ROWS, new TableLayout(table).rowKey(new Object[] {1L, 1L}, 0), LockWait.WAIT);
        TableLocks locks = fixture.shared().locks();
        long reader = locks.take(table.id(), TableLocks.Mode.READ, 60);
        AtomicBoolean cancelled = new AtomicBoolean();
        OnlineIndexes.Builder builder = new OnlineIndexes.Builder() {
            @Override
            public boolean isCancelled() {
                return cancelled.getAndSet(true); // its first batch passes the row over, which is locked
            }

            @Override
            public long lockWaitSeconds() {
                return 60;
            }
        };
        CompletableFuture<Void> built = CompletableFuture.runAsync(
                () -> new OnlineIndexes(fixture.shared(), table.tableName(), builder).resume());
        await().until(() -> built.isDone() || isWaitedFor(locks, table.id()));
        locks.release(table.id(), reader);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(built::join)
                .withCauseInstanceOf(SqlException.class);
        writer.rollback();
        assertThat(fixture.table("t").building()).isEmpty();
        assertThat(fixture.check().findings()).isEmpty();
    }

    private static boolean isWaitedFor(TableLocks locks, long table) {
        boolean free = locks.tryTake(table, TableLocks.Mode.READ);
        if (free) {
            locks.release(table, TableLocks.Mode.READ.ordinal());
        }
        return !free;
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void aRestartGoesOnWithTheStateThatItFinds(State state) {
        IndexInfo index = beginBuild(state);
        fixture.insert("t", -1L, 3L);
        fixture.reopen();
        assertThat(fixture.table("t").indexes()).isEmpty();
        assertThat(fixture.check().findings()).isEmpty();

        fixture.shared().resumeBuilds();

        assertThat(fixture.table("t").indexes()).containsExactly(index);
        assertThat(fixture.shared().catalog().buildProgress(index.id())).isNull();
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.check().entries()).isEqualTo(ROWS + 1);
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void aServerThatEndsKeepsWhatItWasBuilding(State state) {
        IndexInfo index = beginBuild(state);
        fixture.reopen();

        Thread.currentThread().interrupt();
        fixture.shared().resumeBuilds();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(fixture.table("t").building())
                .extracting(BuildingIndex::index)
                .containsExactly(index);
        fixture.shared().resumeBuilds();
        assertThat(fixture.table("t").indexes()).containsExactly(index);
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void aBuildThatCannotEndLeavesTheOthersToGoOn() {
        IndexInfo index = beginBuild(State.WRITE_ONLY);
        fixture.run("CREATE TABLE a_double (id INT PRIMARY KEY, i INT)");
        fixture.insert("a_double", 1L, 5L);
        fixture.insert("a_double", 2L, 5L);
        TableInfo table = fixture.table("a_double");
        IndexInfo unique =
                new IndexInfo(fixture.shared().catalog().takeIds(1), "u", true, List.of(new Part(1, 0, false)), "");
        fixture.shared()
                .catalog()
                .replaceTable(
                        table,
                        new TableEdit(table)
                                .nextVersion()
                                .building(List.of(new BuildingIndex(unique, State.WRITE_ONLY)))
                                .done());
        fixture.reopen();

        fixture.shared().resumeBuilds();

        assertThat(fixture.table("a_double").building()).isEmpty();
        assertThat(fixture.table("a_double").indexes()).isEmpty();
        assertThat(fixture.table("t").indexes()).containsExactly(index);
        assertThat(fixture.check().findings()).isEmpty();
    }

    /** Rows, and an index that a killed server was building. */
    private IndexInfo beginBuild(State state) {
        fill();
        IndexInfo index =
                new IndexInfo(fixture.shared().catalog().takeIds(1), "a_i", false, List.of(new Part(1, 0, false)), "");
        TableInfo table = fixture.table("t");
        fixture.shared()
                .catalog()
                .replaceTable(
                        table,
                        new TableEdit(table)
                                .nextVersion()
                                .building(List.of(new BuildingIndex(index, state)))
                                .done());
        return index;
    }
}
