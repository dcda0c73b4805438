package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.CpuClock;
import io.millrace.benchmark.trial.MemoryWatch;
import io.millrace.benchmark.trial.PageCache;
import io.millrace.benchmark.trial.TrialSettings;
import io.millrace.benchmark.trial.TrialVoice;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The process of one trial: opens one subject and goes through phases. */
public final class QueueTrial {
    static final String MESSAGES_PER_SECOND = "messages_per_s";
    static final String CALLS_PER_SECOND = "calls_per_s";
    static final String SCORE = "score";
    static final String SECONDS = "seconds";
    private static final int CONSUMED_ONE_IN = 5;

    private final TrialSettings settings;
    private final TrialVoice voice;
    private final Workload workload;
    private double secondsInAll;
    private long put;

    private QueueTrial(TrialSettings settings, TrialVoice voice) {
        this.settings = settings;
        this.voice = voice;
        this.workload = Workload.of(settings);
    }

    /** Arguments as {@link QueueScenario} gives them. */
    public static void main(String[] arguments) {
        TrialVoice.speak(voice -> new QueueTrial(TrialSettings.parse(arguments), voice).run());
    }

    private void run() throws Exception {
        List<QueuePhase> phases = new ArrayList<>();
        for (String name : settings.text("phases").split(",", -1)) {
            phases.add(QueuePhase.valueOf(name));
        }
        if (phases.contains(QueuePhase.DISK)) {
            measureDisk();
            return;
        }
        Path directory = settings.path("directory");
        Acknowledged acknowledged = Acknowledged.open(directory.resolve("acknowledged"), workload.queues());
        try (QueueSubject subject = QueueSubjects.create(settings.text("subject"));
                MemoryWatch memory = new MemoryWatch()) {
            double testersHeap = MemoryWatch.liveHeapMib();
            subject.open(
                    Files.createDirectories(directory.resolve("store")),
                    new QueueSettings(
                            workload.level(),
                            workload.queues(),
                            settings.integer("memory-mib"),
                            settings.integer("epoch-mib"),
                            workload.commitEvery()));
            for (QueuePhase phase : phases) {
                run(phase, subject, acknowledged);
                if (phase == QueuePhase.PUT || phase == QueuePhase.RECOVER) {
                    tellMemory(phase, subject, memory, testersHeap);
                }
            }
        }
        if (phases.contains(QueuePhase.PUT)) {
            voice.figure(QueuePhase.PUT + "." + SCORE, put / secondsInAll);
        }
    }

    private void run(QueuePhase phase, QueueSubject subject, Acknowledged acknowledged) throws Exception {
        if (phase.isCold()) {
            voice.remark(phase + ".", "%s", PageCache.drop());
        } else if (phase == QueuePhase.CHECK_WARM) {
            voice.remark(phase + ".", "%s", PageCache.fill(settings.path("directory")));
        }
        CpuClock cpu = new CpuClock(subject.processes());
        long cpuBefore = cpu.micros();
        long began = System.nanoTime();
        switch (phase) {
            case PUT -> {
                PutPhase work = new PutPhase(workload, subject, acknowledged);
                cpuBefore = cpu.micros();
                began = System.nanoTime();
                put = work.run(this::progress);
                tell(phase, put, MESSAGES_PER_SECOND, "cpu_us_per_put", began, cpu.micros() - cpuBefore);
                voice.figure(phase + ".queues", acknowledged.reached());
                if (put < workload.total()) {
                    voice.remark(
                            phase + ".", "ended at the limit of time after %,d of %,d messages", put, workload.total());
                }
            }
            case CHECK_WARM, CHECK_COLD -> {
                long calls = new CheckPhase(workload, subject, acknowledged).run(this::progress);
                tell(phase, calls, CALLS_PER_SECOND, "cpu_us_per_call", began, cpu.micros() - cpuBefore);
            }
            case CONSUME_WARM, CONSUME_COLD -> {
                long messages =
                        new ConsumePhase(workload, subject, acknowledged, CONSUMED_ONE_IN, false).run(this::progress);
                tell(phase, messages, MESSAGES_PER_SECOND, "cpu_us_per_message", began, cpu.micros() - cpuBefore);
            }
            case RECOVER -> recover(subject, acknowledged);
            case DISK -> throw new IllegalStateException("needs no subject");
        }
    }

    private void recover(QueueSubject subject, Acknowledged acknowledged) throws Exception {
        int first = 0;
        while (first < acknowledged.queues() - 1 && acknowledged.of(first) == 0) {
            first++;
        }
        subject.get(QueueSubjects.name(first), 0, 1);
        long millis = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        voice.figure(QueuePhase.RECOVER + "." + SECONDS, millis / 1e3);
        long found = new ConsumePhase(workload, subject, acknowledged, 1, true).run(this::progress);
        voice.remark(
                QueuePhase.RECOVER + ".",
                "from the start of the process to the first get; %,d messages acknowledged before the kill, %,d found,"
                        + " each checked",
                acknowledged.sum(),
                found);
    }

    private void tell(QueuePhase phase, long count, String rate, String cost, long began, long cpuMicros) {
        double seconds = (System.nanoTime() - began) / 1e9;
        secondsInAll += seconds;
        voice.figure(phase + "." + rate, count / seconds);
        voice.figure(phase + "." + cost, (double) cpuMicros / count);
        voice.progress("%s: %,d in %.1f s, %,.0f/s", phase, count, seconds, count / seconds);
    }

    private void tellMemory(QueuePhase phase, QueueSubject subject, MemoryWatch memory, double testersHeap) {
        double offHeap = memory.offHeapMib();
        voice.figure(phase + ".heap_mib", MemoryWatch.liveHeapMib());
        voice.figure(phase + ".off_heap_mib", offHeap);
        voice.figure(phase + ".open_files", MemoryWatch.openFiles());
        voice.remark(
                phase + ".off_heap_mib",
                "%s, %d mappings, heap before open %.0f MiB%s",
                MemoryWatch.describe(),
                MemoryWatch.mappings(),
                testersHeap,
                subject.describe());
    }

    private void progress(String line) {
        voice.progress("%s", line);
    }

    private void measureDisk() throws Exception {
        RandomReads reads =
                new RandomReads(settings.path("directory").resolve("random-reads"), settings.number("disk-mib") << 20);
        reads.prepare();
        voice.remark(QueuePhase.DISK + ".", "%s MiB file, O_DIRECT", settings.text("disk-mib"));
        Duration time = workload.limit();
        long began = System.nanoTime();
        long pages = reads.read(workload.threads(), time);
        double seconds = (System.nanoTime() - began) / 1e9;
        voice.figure(QueuePhase.DISK + "." + CALLS_PER_SECOND, pages / seconds);
    }
}
