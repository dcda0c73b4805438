package io.millrace.benchmark.mesh;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code NAME=URL,PID[,PID…]}: agents that somebody else started; the first process is the consumer's side. */
final class ExternalPeer implements ITypeConverter<Contender> {
    @Override
    public Contender convert(String value) {
        int equals = value.indexOf('=');
        List<String> parts = Arrays.asList(value.substring(equals + 1).split(",", -1));
        if (equals < 1 || parts.size() < 2) {
            throw new TypeConversionException("peer=" + value + " (expected: NAME=URL,PID[,PID...])");
        }
        try {
            List<Long> pids = parts.stream().skip(1).map(Long::valueOf).toList();
            URI url = URI.create(parts.get(0));
            return new Contender(
                    value.substring(0, equals), url, pids.subList(0, 1), pids.subList(1, pids.size()), "external");
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "peer=" + value + ": " + e.getMessage() + " (expected: NAME=URL,PID[,PID...])");
        }
    }
}
