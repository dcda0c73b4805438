package io.millrace.provider.dubbo26;

import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ProtocolConfig;
import com.alibaba.dubbo.config.RegistryConfig;
import com.alibaba.dubbo.config.ServiceConfig;
import com.alibaba.dubbo.rpc.RpcContext;
import io.millrace.sample.HashService;
import io.millrace.sample.ProviderOptions;
import io.millrace.sample.ProviderProcess;
import java.util.Map;

/**
 * Serves {@link HashService} by Dubbo 2.6 over its transporter for Netty 4.
 *
 * <p>Started as a process: {@code java -jar millrace-provider-dubbo26-*.jar --help} lists the options.
 */
public final class Dubbo26Provider {

    /**
     * 127.0.0.1 as one number. Dubbo takes whatever looks like a loopback address for a mistake and binds all addresses
     * instead; this spelling reaches the socket.
     */
    private static final String LOOPBACK = "2130706433";

    private Dubbo26Provider() {}

    /** Runs the provider until the process is ended. */
    public static void main(String[] arguments) {
        System.setProperty("dubbo.application.logger", "jdk");
        ProviderProcess.run(arguments, key -> RpcContext.getContext().getAttachment(key), Dubbo26Provider::export);
    }

    private static void export(ProviderOptions options, HashService service) {
        ApplicationConfig application = new ApplicationConfig("millrace-provider");
        application.setQosEnable(false);
        ServiceConfig<HashService> config = new ServiceConfig<>();
        config.setApplication(application);
        config.setRegistry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
        config.setProtocol(protocol(options));
        config.setInterface(HashService.class);
        config.setRef(service);
        config.setGroup(options.group());
        config.setVersion(options.version());
        config.export();
    }

    private static ProtocolConfig protocol(ProviderOptions options) {
        ProtocolConfig protocol = new ProtocolConfig("dubbo", options.port());
        protocol.setHost(LOOPBACK);
        protocol.setTransporter("netty4");
        protocol.setThreadpool("fixed");
        protocol.setThreads(options.threads());
        protocol.setQueues(0);
        protocol.setSerialization(options.serialization());
        protocol.setHeartbeat(Math.toIntExact(options.heartbeat().toMillis()));
        // A full pool makes Dubbo write a thread dump, by default into the user's home.
        protocol.setParameters(Map.of("dump.directory", System.getProperty("java.io.tmpdir")));
        return protocol;
    }
}
