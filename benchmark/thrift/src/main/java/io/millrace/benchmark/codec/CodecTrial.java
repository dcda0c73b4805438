package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import io.millrace.benchmark.thrift.ThriftMetrics;
import io.millrace.benchmark.trial.TrialSettings;
import io.millrace.benchmark.trial.TrialVoice;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All cases one after the other, as the scenario tells: figures are named case, contender, metric, with dots between them. */
public final class CodecTrial {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TrialSettings settings;
    private final TrialVoice voice;
    private final CaseArms caseArms = new CaseArms();

    private CodecTrial(TrialSettings settings, TrialVoice voice) {
        this.settings = settings;
        this.voice = voice;
    }

    /** Arguments {@code cases}, {@code peers}, {@code warmup} and {@code millis}. */
    public static void main(String[] arguments) {
        TrialVoice.speak(voice -> new CodecTrial(TrialSettings.parse(arguments), voice).run());
    }

    private void run() throws Exception {
        Set<ThriftContender> contenders = EnumSet.of(ThriftContender.OURS);
        names("peers").forEach(name -> contenders.add(ThriftContender.valueOf(name)));
        for (String name : names("cases")) {
            measure(ThriftCase.valueOf(name), contenders);
        }
    }

    private List<String> names(String key) {
        return Arrays.stream(settings.text(key).split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private void measure(ThriftCase benchCase, Set<ThriftContender> contenders) throws Exception {
        Map<ThriftContender, Arm> arms = caseArms.of(
                benchCase,
                contenders,
                (contender, why) -> voice.remark(name(benchCase, contender, ThriftMetrics.FAILED), "%s", why));
        System.gc();
        Map<ThriftContender, Contest.Finding> findings = new Contest(
                        settings.number("warmup") * NANOS_PER_MILLI, settings.number("millis") * NANOS_PER_MILLI)
                .run(arms);
        findings.forEach((contender, finding) -> tell(benchCase, contender, finding));
        voice.progress(
                "%-20s %s",
                benchCase,
                findings.entrySet().stream()
                        .map(each -> String.format(
                                java.util.Locale.ROOT,
                                "%s %,.0f ns",
                                each.getKey(),
                                each.getValue().cpuNanos()))
                        .collect(Collectors.joining(", ")));
    }

    private void tell(ThriftCase benchCase, ThriftContender contender, Contest.Finding finding) {
        voice.figure(name(benchCase, contender, ThriftMetrics.CPU), finding.cpuNanos());
        voice.figure(name(benchCase, contender, ThriftMetrics.ALLOCATED), finding.allocatedBytes());
        if (contender != ThriftContender.OURS) {
            voice.figure(name(benchCase, contender, ThriftMetrics.PAIRED), finding.ratio());
            voice.figure(name(benchCase, contender, ThriftMetrics.PAIRED_P10), finding.ratioP10());
            voice.figure(name(benchCase, contender, ThriftMetrics.PAIRED_P90), finding.ratioP90());
        }
    }

    private static String name(ThriftCase benchCase, ThriftContender contender, String metric) {
        return benchCase + "." + contender + "." + metric;
    }
}
