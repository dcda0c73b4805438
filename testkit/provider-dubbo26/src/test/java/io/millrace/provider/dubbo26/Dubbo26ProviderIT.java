package io.millrace.provider.dubbo26;

import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ReferenceConfig;
import com.alibaba.dubbo.rpc.RpcContext;
import io.millrace.provider.DubboProviderContract;
import io.millrace.sample.HashService;
import io.millrace.testkit.DubboProvider;
import java.time.Duration;

final class Dubbo26ProviderIT extends DubboProviderContract {

    Dubbo26ProviderIT() {
        super(DubboProvider.Version.V26);
    }

    @Override
    protected Consumer connect(String url, Duration timeout) {
        System.setProperty("dubbo.application.logger", "jdk");
        System.setProperty("dubbo.service.shutdown.wait", "100");
        ApplicationConfig application = new ApplicationConfig("test");
        application.setQosEnable(false);
        ReferenceConfig<HashService> reference = new ReferenceConfig<>();
        reference.setApplication(application);
        reference.setInterface(HashService.class);
        reference.setUrl(url);
        reference.setTimeout(Math.toIntExact(timeout.toMillis()));
        reference.setRetries(0);
        HashService service = reference.get();
        return new Consumer() {
            @Override
            public HashService service() {
                return service;
            }

            @Override
            public void attach(String key, String value) {
                RpcContext.getContext().setAttachment(key, value);
            }

            @Override
            public void close() {
                reference.destroy();
            }
        };
    }
}
