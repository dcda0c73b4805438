package io.millrace.provider.dubbo33;

import io.millrace.sample.HashService;
import io.millrace.sample.ProviderOptions;
import io.millrace.sample.ProviderProcess;
import java.util.Map;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.RpcContext;

/**
 * Serves {@link HashService} by Dubbo 3.3 over the {@code dubbo} protocol.
 *
 * <p>Started as a process: {@code java -jar millrace-provider-dubbo33-*.jar --help} lists the options.
 */
public final class Dubbo33Provider {

    /**
     * 127.0.0.1 as one number. Dubbo takes whatever looks like a loopback address for a mistake and binds all addresses
     * instead; this spelling reaches the socket.
     */
    private static final String LOOPBACK = "2130706433";

    private Dubbo33Provider() {}

    /** Runs the provider until the process is ended. */
    public static void main(String[] arguments) {
        System.setProperty("dubbo.application.logger", "jdk");
        ProviderProcess.run(
                arguments, key -> RpcContext.getServerAttachment().getAttachment(key), Dubbo33Provider::export);
    }

    private static void export(ProviderOptions options, HashService service) {
        ServiceConfig<HashService> config = new ServiceConfig<>();
        config.setInterface(HashService.class);
        config.setRef(service);
        config.setGroup(options.group());
        config.setVersion(options.version());
        DubboBootstrap.newInstance()
                .application(application())
                .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
                .protocol(protocol(options))
                .service(config)
                .start();
    }

    private static ApplicationConfig application() {
        ApplicationConfig application = new ApplicationConfig("millrace-provider");
        application.setQosEnable(false);
        application.setRegisterMode("interface");
        return application;
    }

    private static ProtocolConfig protocol(ProviderOptions options) {
        ProtocolConfig protocol = new ProtocolConfig("dubbo", options.port());
        protocol.setHost(LOOPBACK);
        protocol.setThreadpool("fixed");
        protocol.setThreads(options.threads());
        protocol.setQueues(0);
        protocol.setSerialization(options.serialization());
        // Only what is named here may arrive; callers of this provider may always speak hessian2.
        protocol.setPreferSerialization(options.serialization() + ",hessian2");
        protocol.setHeartbeat(Math.toIntExact(options.heartbeat().toMillis()));
        // A full pool makes Dubbo write a thread dump, by default into the user's home.
        protocol.setParameters(Map.of("dump.directory", System.getProperty("java.io.tmpdir")));
        return protocol;
    }
}
