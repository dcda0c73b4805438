package io.millrace.launcher.tiered;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as people write and read them, in powers of 1024: {@code 64M}, {@code 10GiB}, {@code 1.5 GiB}. */
final class DataSizes implements ITypeConverter<Long> {

    private static final String UNITS = "BKMGT";
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*([KMGT]?)(?:I?B)?");

    @Override
    public Long convert(String text) {
        Matcher parts = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!parts.matches()) {
            throw new TypeConversionException("no size: " + text + " (expected: like 500M, 10G or 1048576)");
        }
        int power = parts.group(2).isEmpty() ? 0 : UNITS.indexOf(parts.group(2));
        try {
            return Math.multiplyExact(Long.parseLong(parts.group(1)), 1L << (10 * power));
        } catch (ArithmeticException e) {
            throw new TypeConversionException("size too large: " + text);
        }
    }

    /** For people; {@code –} where a size is not known. */
    static String text(long bytes) {
        if (bytes < 0) {
            return "–";
        }
        int power = 0;
        double shown = bytes;
        while (shown >= 1024 && power < UNITS.length() - 1) {
            shown /= 1024;
            power++;
        }
        return power == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %siB", shown, UNITS.charAt(power));
    }
}
