package io.millrace.thrift.peers;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.ThriftCompact;
import io.millrace.thrift.ThriftProtocol;
import io.millrace.thrift.ThriftStruct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Random objects in our encoding, a line each, as peers read them: protocol, struct, bytes in hexadecimal.
 *
 * @param lines each object twice, once in each protocol
 */
record PeerCases(List<String> lines) {

    static final List<ThriftProtocol> PROTOCOLS = List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT);

    private static final HexFormat HEX = HexFormat.of();

    static PeerCases random(String peer, int count, boolean withUuids) {
        Random random = Seeds.random("objects for " + peer);
        RandomObjects objects = new RandomObjects(random);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ThriftStruct object = objects.any(withUuids);
            for (ThriftProtocol protocol : PROTOCOLS) {
                lines.add(word(protocol) + ' ' + object.getClass().getSimpleName() + ' ' + hex(protocol, object));
            }
        }
        return new PeerCases(lines);
    }

    /** What a peer calls the protocol. */
    static String word(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.COMPACT ? "compact" : "binary";
    }

    private static String hex(ThriftProtocol protocol, ThriftStruct object) {
        return HEX.formatHex(
                protocol == ThriftProtocol.COMPACT ? ThriftCompact.toBytes(object) : ThriftBinary.toBytes(object));
    }

    Path writeTo(Path file) throws IOException {
        return Files.write(file, lines);
    }
}
