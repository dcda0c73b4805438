package io.millrace.tiered.placement;

/** The two kinds of disks that directories of logs are on. */
enum Tier {
    SSD,
    HDD
}
