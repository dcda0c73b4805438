package io.millrace.provider.dubbo33;

import io.millrace.provider.DubboProviderContract;
import io.millrace.sample.HashService;
import io.millrace.testkit.DubboProvider;
import java.time.Duration;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.RpcContext;
import org.junit.jupiter.api.Test;

final class Dubbo33ProviderIT extends DubboProviderContract {

    Dubbo33ProviderIT() {
        super(DubboProvider.Version.V33);
    }

    @Test
    void answersEveryKindOfCallInFastjson2() {
        answersEveryKindOfCall("fastjson2");
    }

    @Override
    protected Consumer connect(String url, Duration timeout) {
        System.setProperty("dubbo.application.logger", "jdk");
        System.setProperty("dubbo.service.shutdown.wait", "100");
        ApplicationConfig application = new ApplicationConfig("test");
        application.setQosEnable(false);
        ReferenceConfig<HashService> reference = new ReferenceConfig<>();
        reference.setInterface(HashService.class);
        reference.setUrl(url);
        reference.setTimeout(Math.toIntExact(timeout.toMillis()));
        reference.setRetries(0);
        DubboBootstrap bootstrap =
                DubboBootstrap.newInstance().application(application).reference(reference);
        bootstrap.start();
        HashService service = reference.get();
        return new Consumer() {
            @Override
            public HashService service() {
                return service;
            }

            @Override
            public void attach(String key, String value) {
                RpcContext.getClientAttachment().setAttachment(key, value);
            }

            @Override
            public void close() {
                bootstrap.destroy();
            }
        };
    }
}
