package io.millrace.thrift.generator.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;

/** SHA-256 of a file's text, then, for each include, of its path as written and the hash of the file that it means. */
final class FileHashes {
    private final Map<LoadedFile, String> known = new HashMap<>();

    /** The hash of a file whose includes have theirs. */
    String hash(LoadedFile file) {
        MessageDigest digest = sha256();
        add(digest, file.source().program());
        add(digest, file.source().text().text());
        for (LoadedFile.Included included : file.included()) {
            add(digest, included.path());
            add(digest, Objects.requireNonNull(known.get(included.file())));
        }
        String hash = HexFormat.of().formatHex(digest.digest());
        known.put(file, hash);
        return hash;
    }

    /** With its length before it, so that two texts next to each other are not another two. */
    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every JDK has SHA-256", impossible);
        }
    }
}
