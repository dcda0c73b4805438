package io.millrace.tiered.cold;

/**
 * Where an index is in its manifest file, and what it must be.
 *
 * @param kind which
 * @param position of its first byte, behind the head and its padding
 * @param length bytes
 * @param crc CRC32C of them
 */
record IndexPlace(IndexKind kind, long position, long length, int crc) {}
