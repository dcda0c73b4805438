package io.millrace.thrift.generator.java;

/** Names of local variables, each once in a method. */
final class Locals {
    private int last;

    /** {@code prefix} and a number. */
    String next(String prefix) {
        return prefix + ++last;
    }
}
