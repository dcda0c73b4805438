package io.millrace.benchmark.wal;

import io.millrace.benchmark.trial.CpuClock;
import io.millrace.benchmark.trial.MemoryWatch;
import io.millrace.benchmark.trial.PageCache;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.TrialSettings;
import io.millrace.benchmark.trial.TrialVoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The process of one trial: one subject, one task, warm-up and measured part. */
public final class WalTrial {
    static final String RECORDS_PER_SECOND = "records_per_s";
    static final String CPU_PER_RECORD = "cpu_ns_per_record";

    /** Of ours: header and payload, aligned to 8. */
    private static final int RECORD_BYTES_ON_DISK = 40;

    private final TrialSettings settings;
    private final TrialVoice voice;
    private final CpuClock cpu = new CpuClock(List.of());

    private WalTrial(TrialSettings settings, TrialVoice voice) {
        this.settings = settings;
        this.voice = voice;
    }

    /** Arguments as {@link WalScenario} gives them. */
    public static void main(String[] arguments) {
        TrialVoice.speak(voice -> new WalTrial(TrialSettings.parse(arguments), voice).run());
    }

    private void run() throws Exception {
        switch (settings.choice("task", WalTask.class)) {
            case APPEND, APPEND_BLOCKING, APPEND_ASYNC -> measureAppends();
            case READ_TAIL -> measureTail();
            case WRITE -> write();
            case READ_COLD -> measureCold();
            case READ_DISK -> measureDisk();
        }
    }

    private void measureAppends() throws Exception {
        warm();
        Path directory = Files.createDirectories(settings.path("directory").resolve("run"));
        try (WalSubject subject = open(directory);
                MemoryWatch memory = new MemoryWatch()) {
            long cpuBefore = cpu.micros();
            AppendLoop.Result result = appends(settings.decimal("seconds")).run(subject);
            tell(result.records(), result.nanos(), cpu.micros() - cpuBefore);
            voice.figure("heap_mib", MemoryWatch.liveHeapMib());
            voice.figure("off_heap_mib", memory.offHeapMib());
            WalCheck.check(subject, result.records(), settings.number("verify"));
        }
    }

    /** The same work on files of its own, so that the compilers have seen it. */
    private void warm() throws Exception {
        Path directory = Files.createDirectories(settings.path("directory").resolve("warm"));
        try (WalSubject subject = open(directory)) {
            appends(settings.decimal("warmup")).run(subject);
            WalCheck.check(subject, Long.MAX_VALUE, settings.number("verify"));
        }
        ScratchDirectory.remove(directory);
    }

    private AppendLoop appends(double seconds) {
        return new AppendLoop(
                settings.choice("task", WalTask.class),
                settings.integer("threads"),
                settings.number("records"),
                Duration.ofMillis((long) (seconds * 1000)));
    }

    private void measureTail() throws Exception {
        try (WalSubject subject = open(settings.path("directory"))) {
            long records = appends(settings.decimal("seconds")).run(subject).records();
            long deadline = System.nanoTime() + (long) (settings.decimal("warmup") * 1e9);
            while (System.nanoTime() < deadline) {
                WalCheck.readAll(subject, records);
            }
            long cpuBefore = cpu.micros();
            long began = System.nanoTime();
            long read = 0;
            long end = began + (long) (settings.decimal("seconds") * 1e9);
            do {
                read += WalCheck.readAll(subject, records);
            } while (System.nanoTime() < end);
            tell(read, System.nanoTime() - began, cpu.micros() - cpuBefore);
        }
    }

    private void write() throws Exception {
        try (WalSubject subject = open(settings.path("directory"))) {
            AppendLoop.Result result = appends(settings.decimal("seconds")).run(subject);
            voice.figure("records", result.records());
        }
    }

    /** Cold are the files, not the compilers: everything is read once before, and forgotten. */
    private void measureCold() throws Exception {
        try (WalSubject subject = open(settings.path("directory"))) {
            WalCheck.readAll(subject, settings.number("records"));
        }
        try (WalSubject subject = open(settings.path("directory"))) {
            voice.remark("", "%s", PageCache.drop());
            long cpuBefore = cpu.micros();
            long began = System.nanoTime();
            long read = WalCheck.readAll(subject, settings.number("records"));
            tell(read, System.nanoTime() - began, cpu.micros() - cpuBefore);
        }
    }

    private void measureDisk() throws Exception {
        voice.remark("", "%s", PageCache.drop());
        long cpuBefore = cpu.micros();
        long began = System.nanoTime();
        long bytes = DiskReads.sequential(settings.path("directory"));
        long nanos = System.nanoTime() - began;
        tell(bytes / RECORD_BYTES_ON_DISK, nanos, cpu.micros() - cpuBefore);
        voice.remark("", "%.0f MB/s of plain reads, in records of %d bytes", bytes * 1e3 / nanos, RECORD_BYTES_ON_DISK);
    }

    private WalSubject open(Path directory) throws IOException, ReflectiveOperationException {
        WalSubject subject = WalSubjects.create(settings.text("subject"));
        subject.open(directory, settings.choice("level", WalLevel.class));
        return subject;
    }

    private void tell(long records, long nanos, long cpuMicros) {
        voice.figure(RECORDS_PER_SECOND, records * 1e9 / nanos);
        voice.figure(CPU_PER_RECORD, cpuMicros * 1e3 / records);
    }
}
