package io.millrace.newsql.encoding;

import io.millrace.newsql.encoding.EncodingException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * How a DECIMAL column lies in a key: at its own scale, in as many bytes as its precision needs.
 *
 * @param precision digits in all, 1–65
 * @param scale digits behind the point, 0–30, at most the precision
 */
public record DecimalLayout(int precision, int scale) {

    private static final int PRECISION_MAX = 65;
    private static final int SCALE_MAX = 30;

    /** Refuses what is no DECIMAL of MySQL. */
    public DecimalLayout {
        if (precision < 1 || precision > PRECISION_MAX) {
            throw new IllegalArgumentException("precision: " + precision + " (expected: 1-" + PRECISION_MAX + ")");
        }
        if (scale < 0 || scale > Math.min(precision, SCALE_MAX)) {
            throw new IllegalArgumentException(
                    "scale: " + scale + " (expected: 0-" + Math.min(precision, SCALE_MAX) + ")");
        }
    }

    /** Bytes of every value: those of the largest, with its sign. */
    int bytes() {
        return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
    }

    /**
     * The value without its point.
     *
     * @throws EncodingException if it has more digits than the column, before the point or behind it
     */
    BigInteger unscaled(BigDecimal value) {
        BigDecimal scaled;
        try {
            scaled = value.setScale(scale, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            throw tooLong(value);
        }
        if (scaled.precision() > precision && scaled.signum() != 0) {
            throw tooLong(value);
        }
        return scaled.unscaledValue();
    }

    private EncodingException tooLong(BigDecimal value) {
        return new EncodingException(
                Reason.OUT_OF_RANGE,
                "decimal too long: precision=" + value.precision() + ", scale=" + value.scale() + " (expected: "
                        + precision + ", " + scale + "); round it to the column first");
    }
}
