package io.millrace.testkit.disk;

/** How a process ends without a goodbye. */
public enum CrashKind {
    /** The process is killed, the machine goes on: every write and every store into a mapping is kept. */
    KILL,
    /** The machine goes: what was not forced is lost, kept, or kept in part and in any order. */
    POWER_CUT
}
