package io.millrace.newsql.clients;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Turns the outcome of a {@link KnownGap} round: the failure it names passes, everything else fails. */
final class KnownGapCheck implements InvocationInterceptor {

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        check(invocation, call.getExecutable());
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        check(invocation, call.getExecutable());
    }

    private static void check(Invocation<@Nullable Void> invocation, Method method) throws Throwable {
        String words = AnnotationSupport.findAnnotation(method, KnownGap.class)
                .orElseThrow()
                .value();
        try {
            invocation.proceed();
        } catch (Throwable failure) {
            if (!says(failure, words)) {
                throw new AssertionError("fails in another way than its @KnownGap says: " + words, failure);
            }
            return;
        }
        throw new AssertionError("passes: take its @KnownGap off (" + words + ")");
    }

    private static boolean says(Throwable failure, String words) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains(words)) {
                return true;
            }
        }
        return false;
    }
}
