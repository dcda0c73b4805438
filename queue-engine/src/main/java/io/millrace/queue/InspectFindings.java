package io.millrace.queue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects what an inspection finds; counts all of it and keeps a bounded part. <b>Threads:</b> one. */
final class InspectFindings {

    private final List<QueueDamage> damages = new ArrayList<>();
    private final List<QueueLoss> losses = new ArrayList<>();
    private final List<Path> extraFiles = new ArrayList<>();
    private long damageCount;
    private long lostMessages;
    private long messages;
    private long bytes;

    void damage(QueueDamage.Part part, Path file, long position, String what) {
        damageCount++;
        if (damages.size() < QueueVerification.KEPT_MAX) {
            damages.add(new QueueDamage(part, file, position, what));
        }
    }

    void loss(String queue, long fromOffset, long toOffset, String cause) {
        lostMessages += toOffset - fromOffset;
        if (losses.size() < QueueVerification.KEPT_MAX) {
            losses.add(new QueueLoss(queue, fromOffset, toOffset, cause));
        }
    }

    void extra(Path file) {
        extraFiles.add(file);
    }

    void messages(long count) {
        messages += count;
    }

    void bytes(long count) {
        bytes += count;
    }

    QueueVerification report(int queues) {
        return new QueueVerification(damages, losses, damageCount, lostMessages, extraFiles, queues, messages, bytes);
    }
}
