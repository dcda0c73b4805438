package io.millrace.newsql.node;

import java.nio.file.Path;

/**
 * What a node shows its clients over TLS.
 *
 * @param certificates a chain, in PEM
 * @param key its private key, PKCS #8 in PEM
 */
public record NodeTls(Path certificates, Path key) {}
