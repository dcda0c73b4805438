package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.mysql.SqlCursor;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.StatusFlags;
import io.millrace.newsql.mysql.packet.LengthEncoded;
import io.millrace.newsql.mysql.packet.PacketWriter;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of a call as packets.
 *
 * <pre>
 *  EMPTY ──ok──► ENDED ──columns──► ROWS ──end──► ENDED          ENDED at the end of the call: its last packet leaves
 *    └───columns──► ROWS ─┘            any failure: the row that is open is forgotten, ERR follows
 * </pre>
 *
 * The packet that ends a result is held back until the next one begins or the call is over, because it says which. <b>Threads</b>: the worker of the call.
 */
public final class ResultWriter implements ResultSink {
    private final PacketWriter packets;
    private final SqlSession session;
    private final int capabilities;
    private final LocalFiles files;
    private final Charset charset;
    private final Row row;
    private boolean inRows;
    private boolean hasCursor;
    private @Nullable Ending ending;

    /**
     * A writer for one call after the other, as long as the session's charset of results stays.
     *
     * @param isBinary whether rows go out in the binary protocol
     * @param rowBytesMax longest row
     */
    public ResultWriter(
            PacketWriter packets,
            SqlSession session,
            int capabilities,
            boolean isBinary,
            int rowBytesMax,
            LocalFiles files) {
        this.packets = packets;
        this.session = session;
        this.capabilities = capabilities;
        this.files = files;
        this.charset = session.resultsCharset();
        this.row = isBinary ? new BinaryRow(packets, charset, rowBytesMax) : new TextRow(packets, charset, rowBytesMax);
    }

    public Charset charset() {
        return charset;
    }

    /** Another call begins. */
    public void begin() {
        inRows = false;
        hasCursor = false;
        ending = null;
    }

    @Override
    public void columns(List<ColumnDefinition> columns) {
        beginResult(columns);
        StatusPackets.endOfDefinitions(packets, capabilities, session.statusFlags());
        inRows = true;
    }

    private void beginResult(List<ColumnDefinition> columns) {
        if (columns.isEmpty()) {
            throw new IllegalStateException("result: no columns (expected: at least one, or ok)");
        }
        files.end();
        releaseEnding(StatusFlags.MORE_RESULTS);
        LengthEncoded.writeNumber(packets.begin(), columns.size());
        packets.end();
        ColumnPackets.write(packets, columns, charset);
        row.columns(columns);
    }

    @Override
    public RowWriter row() {
        if (!inRows) {
            throw new IllegalStateException("result: row without columns");
        }
        row.begin();
        return row;
    }

    @Override
    public void end(int warnings) {
        if (!inRows || row.isOpen()) {
            throw new IllegalStateException("result: ended " + (inRows ? "within a row" : "without columns"));
        }
        inRows = false;
        ending = new Ending(true, 0, 0, warnings, "", session.statusFlags(), session.takeChanges());
    }

    @Override
    public void ok(long affectedRows, long lastInsertId, int warnings, String info) {
        files.end();
        releaseEnding(StatusFlags.MORE_RESULTS);
        ending = new Ending(
                false, affectedRows, lastInsertId, warnings, info, session.statusFlags(), session.takeChanges());
    }

    @Override
    public InputStream localInfile(String fileName) {
        releaseEnding(StatusFlags.MORE_RESULTS);
        return files.open(fileName);
    }

    /** The call is over: its last packet is written. */
    public void finish() {
        if (hasCursor) {
            return;
        }
        if (inRows || ending == null) {
            throw new IllegalStateException(inRows ? "result: not ended" : "result: none was given");
        }
        releaseEnding(0);
    }

    /** The call failed: what it had begun is forgotten, the error is written. */
    public void fail(SqlException error) {
        row.abandon();
        inRows = false;
        files.end();
        releaseEnding(StatusFlags.MORE_RESULTS);
        StatusPackets.error(packets, error, true);
    }

    /** Writes the head of a cursor: its columns, and that rows are to be fetched. That is the whole answer. */
    public void cursor(SqlCursor cursor) {
        beginResult(cursor.columns());
        ending = new Ending(true, 0, 0, 0, "", session.statusFlags(), session.takeChanges());
        releaseEnding(StatusFlags.CURSOR_EXISTS);
        hasCursor = true;
    }

    /** Writes the next rows of a cursor; whether there may be more. */
    public boolean fetch(SqlCursor cursor, int rowsMax) {
        row.columns(cursor.columns());
        inRows = true;
        boolean hasMore = cursor.fetch(rowsMax, this);
        end(0);
        releaseEnding(hasMore ? StatusFlags.CURSOR_EXISTS : StatusFlags.LAST_ROW_SENT);
        return hasMore;
    }

    /** Ends an answer that is neither rows nor OK, as rows are ended. */
    public void endOfAnswer() {
        ending = new Ending(true, 0, 0, 0, "", session.statusFlags(), session.takeChanges());
        releaseEnding(0);
    }

    private void releaseEnding(int flags) {
        if (inRows) {
            throw new IllegalStateException("result: another one begun before its end");
        }
        Ending held = ending;
        ending = null;
        if (held == null) {
            return;
        }
        int status = held.status() | flags;
        if (held.hasRows()) {
            StatusPackets.end(packets, capabilities, held, status);
        } else {
            StatusPackets.ok(packets, capabilities, held, status);
        }
    }
}
