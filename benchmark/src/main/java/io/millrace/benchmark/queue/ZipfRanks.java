package io.millrace.benchmark.queue;

/**
 * Ranks from 0 to {@code n - 1} by Zipf's law: rank {@code k} comes {@code (k + 1)^-s} times as often as rank 0.
 *
 * <p>Rejection-inversion: no table, about one draw a rank. Source: W. Hörmann, G. Derflinger, "Rejection-inversion to
 * generate variates from monotone discrete distributions", ACM TOMACS 6 (1996). For exponents below 1 as here.
 */
final class ZipfRanks {
    private final int n;
    private final double exponent;
    private final double integralAtHalf;
    private final double integralAtEnd;
    private final double acceptAlways;

    ZipfRanks(int n, double exponent) {
        if (n < 1 || exponent <= 0 || exponent >= 1) {
            throw new IllegalArgumentException(
                    "no such law: n=" + n + " (expected: >= 1), exponent=" + exponent + " (expected: between 0 and 1)");
        }
        this.n = n;
        this.exponent = exponent;
        integralAtHalf = integral(1.5) - 1;
        integralAtEnd = integral(n + 0.5);
        acceptAlways = 2 - inverse(integral(2.5) - weight(2));
    }

    int next(Dice dice) {
        while (true) {
            double u = integralAtEnd + dice.fraction() * (integralAtHalf - integralAtEnd);
            double x = inverse(u);
            int k = (int) Math.max(1, Math.min(n, Math.round(x)));
            if (k - x <= acceptAlways || u >= integral(k + 0.5) - weight(k)) {
                return k - 1;
            }
        }
    }

    private double weight(double x) {
        return Math.pow(x, -exponent);
    }

    /** Of the weight, from 1 to {@code x}, up to a constant. */
    private double integral(double x) {
        return Math.pow(x, 1 - exponent) / (1 - exponent);
    }

    private double inverse(double y) {
        return Math.pow(y * (1 - exponent), 1 / (1 - exponent));
    }
}
