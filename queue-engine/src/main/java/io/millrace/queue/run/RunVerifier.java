package io.millrace.queue.run;

import io.millrace.queue.QueueException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Looks at every byte of a run and says what is damaged and which messages that costs; changes nothing.
 *
 * <p>It reads the data twice, once for the checksums and once from message to message. <b>Threads.</b> The caller's; the run may be in use meanwhile.
 */
public final class RunVerifier {
    private final RunStorage storage;
    private final LongConsumer progress;

    /** @param progress told the bytes looked at since it was told last; in all {@link Summary#bytes} */
    public RunVerifier(RunStorage storage, LongConsumer progress) {
        this.storage = storage;
        this.progress = progress;
    }

    /**
     * What a run was found to hold.
     *
     * @param origin where it comes from
     * @param queues in it
     * @param messages that can be read
     * @param lost messages that cannot be read
     * @param marked messages that an earlier repair had given up
     * @param damages parts of the file that are not as they were written
     * @param bytes of messages, with their lengths
     */
    public record Summary(
            RunOrigin origin, long queues, long messages, long lost, long marked, long damages, long bytes) {

        /** Whether every byte is as it was written. */
        public boolean isSound() {
            return damages == 0 && lost == 0;
        }
    }

    /**
     * Verifies a run.
     *
     * @param damages told each damage
     * @param losses told which messages they cost, by queue and offset; neighbours are told together
     * @throws QueueException CORRUPT if nothing can be known of the run: both of its describing pages or both copies of its index are damaged
     */
    public Summary verify(Path file, Consumer<RunDamage> damages, Consumer<RunLoss> losses) {
        try (RunInspection run = RunInspection.open(file, storage);
                RunBlocks blocks = new RunBlocks(run, storage)) {
            Count count = new Count(damages, losses, blocks);
            run.damages().forEach(count::damage);
            blocks.check(count::damage, progress);
            new RunWalk(run, blocks, count, count::damage).walk();
            count.flush();
            RunFooter footer = run.footer();
            return new Summary(
                    footer.origin(),
                    footer.queues(),
                    count.messages,
                    count.lost,
                    count.marked,
                    count.damages,
                    footer.dataBytes());
        }
    }

    private static final class Count extends LossJoiner {
        private final Consumer<RunDamage> report;
        private final RunBlocks blocks;
        private long messages;
        private long marked;
        private long damages;

        Count(Consumer<RunDamage> report, Consumer<RunLoss> losses, RunBlocks blocks) {
            super(losses);
            this.report = report;
            this.blocks = blocks;
        }

        void damage(RunDamage damage) {
            damages++;
            report.accept(damage);
        }

        @Override
        public void queue(RunExtent extent) {}

        @Override
        public void message(long from, long to) {
            if (to - from == 1 && blocks.get(from) == 0) {
                marked++;
            } else {
                messages++;
            }
        }
    }
}
