package io.millrace.newsql.node.command;

import io.millrace.newsql.node.StoreCursor;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stored entries with those of a turn laid over them; a deleted one hides what is stored. */
final class MergedCursor implements StoreCursor {

    private final StoreCursor stored;
    private final Iterator<Map.Entry<byte[], Optional<byte[]>>> own;
    private final int direction;
    private byte @Nullable [] storedKey;
    private Map.@Nullable Entry<byte[], Optional<byte[]>> ownEntry;
    private boolean atOwn;
    private boolean begun;

    MergedCursor(StoreCursor stored, NavigableMap<byte[], Optional<byte[]>> own, boolean backwards) {
        this.stored = stored;
        this.own = (backwards ? own.descendingMap() : own).entrySet().iterator();
        this.direction = backwards ? -1 : 1;
    }

    @Override
    public boolean next() {
        if (!begun) {
            begun = true;
            moveStored();
            moveOwn();
        } else if (atOwn) {
            moveOwn();
        } else {
            moveStored();
        }
        return settle();
    }

    /** Stops at the nearer of both that is there. */
    private boolean settle() {
        while (true) {
            Map.Entry<byte[], Optional<byte[]>> mine = ownEntry;
            byte[] theirs = storedKey;
            if (mine == null) {
                atOwn = false;
                return theirs != null;
            }
            int order = theirs == null ? -1 : direction * Arrays.compareUnsigned(mine.getKey(), theirs);
            if (order > 0) {
                atOwn = false;
                return true;
            }
            if (order == 0) {
                moveStored();
            }
            if (mine.getValue().isPresent()) {
                atOwn = true;
                return true;
            }
            moveOwn();
        }
    }

    private void moveStored() {
        storedKey = stored.next() ? stored.key() : null;
    }

    private void moveOwn() {
        ownEntry = own.hasNext() ? own.next() : null;
    }

    @Override
    public byte[] key() {
        Map.Entry<byte[], Optional<byte[]>> mine = ownEntry;
        byte[] theirs = storedKey;
        if (atOwn && mine != null) {
            return mine.getKey().clone();
        }
        if (theirs == null) {
            throw new IllegalStateException("cursor is at no entry");
        }
        return theirs;
    }

    @Override
    public byte[] value() {
        Map.Entry<byte[], Optional<byte[]>> mine = ownEntry;
        return atOwn && mine != null ? mine.getValue().orElseThrow().clone() : stored.value();
    }

    @Override
    public void close() {
        stored.close();
    }
}
