package io.millrace.mesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.dubbo.TextArgument;
import io.millrace.mesh.link.CallTarget;
import io.millrace.registry.ServiceKey;
import org.junit.jupiter.api.Test;

class MethodCacheTest {
    private final MethodCache cache = new MethodCache();

    @Test
    void aMethodIsFoundByTheSameNamesInAnyOrderWithAnyParameter() {
        CallableMethod method = method();
        cache.put(form("interface=a.B&method=m&parameterTypesString=I&parameter=1"), method);
        assertThat(cache.find(form("interface=a.B&method=m&parameterTypesString=I&parameter=2")))
                .isSameAs(method);
        assertThat(cache.find(form("parameter=3&parameterTypesString=I&x=y&method=m&interface=a.B")))
                .isSameAs(method);
        assertThat(cache.find(form("interface=a.B&method=m&parameterTypesString=I&group=&version=")))
                .as("an empty group is none")
                .isSameAs(method);
    }

    @Test
    void anyOtherNameIsAnotherMethod() {
        cache.put(form("interface=a.B&method=m&parameterTypesString=I"), method());
        for (String other : new String[] {
            "interface=a.C&method=m&parameterTypesString=I",
            "interface=a.B&method=n&parameterTypesString=I",
            "interface=a.B&method=m&parameterTypesString=J",
            "interface=a.B&method=m",
            "interface=a.B&method=m&parameterTypesString=I&group=g",
            "interface=a.B&method=m&parameterTypesString=I&version=1",
            "interface=a.Bm&method=&parameterTypesString=I",
            ""
        }) {
            assertThat(cache.find(form(other))).as(other).isNull();
        }
    }

    @Test
    void namesThatClashReplaceEachOtherAndNeverAnswerForEachOther() {
        CallableMethod[] methods = new CallableMethod[5000];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = method();
            cache.put(form("interface=a.B&method=m" + i), methods[i]);
        }
        int known = 0;
        for (int i = 0; i < methods.length; i++) {
            CallableMethod found = cache.find(form("interface=a.B&method=m" + i));
            assertThat(found == null || found == methods[i]).isTrue();
            known += found == null ? 0 : 1;
        }
        assertThat(known).isBetween(1, 1024);
    }

    @SuppressWarnings("NullAway") // the cache only hands the route back
    private static CallableMethod method() {
        return new CallableMethod(
                new CallTarget(new MethodKey(ServiceKey.of("a.B"), "m", "I"), 0), null, TextArgument.INT);
    }

    private static FormFields form(String text) {
        FormFields form = new FormFields();
        byte[] in = Http.bytes(text);
        form.parse(in, 0, in.length);
        return form;
    }
}
