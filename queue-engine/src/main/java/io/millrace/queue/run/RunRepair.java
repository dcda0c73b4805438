package io.millrace.queue.run;

import io.millrace.queue.QueueException;
import io.millrace.queue.run.RunDamage.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Makes a damaged run readable again, with everything in it that still can be read.
 *
 * <p>What is there twice, the describing pages and the index, is healed in place from its sound copy. If messages are damaged, a new run is written in which marks stand in
 * their places: offsets stay as they were, and reading a marked message says that it is lost. It takes the damaged file's name once it is whole and forced.
 *
 * <p><b>Threads.</b> The caller's; nobody else may have the run open. <b>Errors.</b> {@link QueueException} CORRUPT if nothing can be known of the run; it is left as it is
 * then. IO, DISK_FULL: it is left as it is, or healed in part; repair again.
 */
public final class RunRepair {
    private final RunStorage storage;
    private final LongConsumer progress;

    /**
     * @param storage what is repaired is forced, whatever it says about that
     * @param progress told the bytes of data looked at since it was told last
     */
    public RunRepair(RunStorage storage, LongConsumer progress) {
        this.storage = new RunStorage(storage.files(), storage.arena(), storage.patience(), storage.writeBytes(), true);
        this.progress = progress;
    }

    /**
     * Repairs a run.
     *
     * @param damages told each damage that was found
     * @param losses told exactly which messages are lost by it
     * @return messages lost; 0 if everything could be healed, or nothing was damaged
     */
    public long repair(Path file, Consumer<RunDamage> damages, Consumer<RunLoss> losses) {
        try (RunInspection run = RunInspection.open(file, storage);
                RunBlocks blocks = new RunBlocks(run, storage)) {
            boolean[] malformed = {false};
            Consumer<RunDamage> watched = damage -> {
                malformed[0] |= damage.part() == Part.MESSAGES;
                damages.accept(damage);
            };
            run.damages().forEach(damages);
            blocks.check(damages, progress);
            new RunWalk(run, blocks, new Silence(), watched).walk();
            if (blocks.anyBad() || malformed[0]) {
                return rewrite(file, run, blocks, losses);
            }
            if (!run.damages().isEmpty()) {
                heal(file, run);
            }
            return 0;
        }
    }

    private long rewrite(Path file, RunInspection run, RunBlocks blocks, Consumer<RunLoss> losses) {
        Path repaired = file.resolveSibling(file.getFileName() + ".repaired");
        try (RunWriter writer = RunWriter.create(repaired, run.footer().origin(), storage)) {
            Copy copy = new Copy(losses, blocks, writer);
            new RunWalk(run, blocks, copy, damage -> {}).walk();
            copy.flush();
            writer.finish().release();
            storage.files().move(repaired, file);
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                storage.files().forceDirectory(folder);
            }
            return copy.lost;
        } catch (IOException e) {
            throw Disk.failure("run not repaired", file, e);
        }
    }

    private void heal(Path file, RunInspection run) {
        RunFooter footer = run.footer();
        ByteBuffer index = run.page().buffer();
        ByteBuffer described = ByteBuffer.allocate(RunDescriptor.BLOCK_BYTES).order(index.order());
        footer.encode(described, 0);
        try (FileChannel channel = storage.files().open(file, Set.of(StandardOpenOption.WRITE))) {
            for (int copy = 0; copy < 2; copy++) {
                long position = RunDescriptor.indexPosition(footer.dataBytes(), footer.indexBytes(), copy);
                Disk.write(channel, index.duplicate().limit(footer.indexBytes()), position);
                channel.force(false); // one copy is whole at any moment
            }
            Disk.write(channel, described.duplicate(), footer.fileBytes() - RunDescriptor.BLOCK_BYTES);
            channel.truncate(footer.fileBytes());
            channel.force(true);
            Disk.write(channel, described.duplicate(), 0);
            channel.force(true);
        } catch (IOException e) {
            throw Disk.failure("run not repaired", file, e);
        }
    }

    /** The first walk only asks whether there is anything to do. */
    private static final class Silence implements RunWalk.Visitor {
        @Override
        public void queue(RunExtent extent) {}

        @Override
        public void message(long from, long to) {}

        @Override
        public void lost(RunLoss loss) {}
    }

    private static final class Copy extends LossJoiner {
        private final RunBlocks blocks;
        private final RunWriter writer;

        Copy(Consumer<RunLoss> losses, RunBlocks blocks, RunWriter writer) {
            super(losses);
            this.blocks = blocks;
            this.writer = writer;
        }

        @Override
        public void queue(RunExtent extent) {
            writer.beginQueue(extent.queueId(), extent.firstOffset());
        }

        @Override
        public void message(long from, long to) {
            blocks.copy(from, to, writer);
        }

        @Override
        public void lost(RunLoss loss) {
            super.lost(loss);
            for (long offset = loss.fromOffset(); offset < loss.toOffset(); offset++) {
                writer.lost();
            }
        }
    }
}
