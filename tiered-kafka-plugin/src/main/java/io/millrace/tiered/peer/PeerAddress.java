package io.millrace.tiered.peer;

/**
 * Where a broker serves its cold segments.
 *
 * @param broker its id
 * @param host name or address
 * @param port the port of its endpoint for peers
 */
public record PeerAddress(int broker, String host, int port) {

    String authority() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public String toString() {
        return "broker " + broker + " at " + authority();
    }
}
