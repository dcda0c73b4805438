package io.millrace.mesh.ingress;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.dubbo.TextArgument;
import io.millrace.mesh.ingress.FormFields.Field;
import io.millrace.registry.ServiceKey;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of forms: finds the method by the names in the form, and the parameter where it stands.
 *
 * <p><b>Threads</b>: its connection's event loop.
 */
final class FormCalls {
    private final HttpConnection connection;
    private final LoopContext context;
    private final FormFields form = new FormFields();

    FormCalls(HttpConnection connection, LoopContext context) {
        this.connection = connection;
        this.context = context;
    }

    /**
     * The call whose form stands in {@code length} bytes of {@code body} from {@code index} (borrows; the call retains it if it
     * needs it).
     *
     * @throws IllegalArgumentException if the form is not one of a call
     * @throws HttpError if the agent cannot take the call
     */
    HttpCall read(HttpHead head, ByteBuf body, int index, int length) {
        byte[] copy = context.bytes(length);
        body.getBytes(index, copy, 0, length);
        form.parse(copy, 0, length);
        CallableMethod method = method();
        boolean plain =
                method.argument() == TextArgument.STRING && form.has(Field.PARAMETER) && form.isParameterPlain();
        String decoded = null;
        if (!plain) {
            decoded = method.argument() == TextArgument.NONE ? "" : form.text(Field.PARAMETER);
            method.argument().check(decoded);
        }
        return new HttpCall(
                connection,
                context,
                method,
                traceOf(head),
                plain ? body : null,
                index + Math.max(0, form.start(Field.PARAMETER)),
                form.length(Field.PARAMETER),
                decoded,
                head.isKeepAlive());
    }

    private CallableMethod method() {
        CallableMethod known = context.methods().find(form);
        if (known != null) {
            return known;
        }
        String types = form.has(Field.TYPES) ? form.text(Field.TYPES) : "";
        ServiceKey key = new ServiceKey(optional(Field.GROUP), form.text(Field.INTERFACE), optional(Field.VERSION));
        MethodKey method = new MethodKey(key, form.text(Field.METHOD), types);
        TextArgument argument = TextArgument.forTypes(types);
        if (argument == null) {
            throw new IllegalArgumentException("a form carries one string, number or boolean, not " + types);
        }
        Route route = context.route(key);
        if (route == null) {
            throw new HttpError(
                    503,
                    "too many services are called through this agent (limit: " + ServiceDirectory.MAX_SERVICES + ")");
        }
        CallableMethod made = new CallableMethod(context.server().directory().target(method), route, argument);
        context.methods().put(form, made);
        return made;
    }

    private @Nullable String optional(Field field) {
        return form.length(field) == 0 ? null : form.text(field);
    }

    /** W3C trace context travels as attachments of the call. */
    private static Map<String, String> traceOf(HttpHead head) {
        String parent = head.traceParent();
        if (parent == null) {
            return Map.of();
        }
        Map<String, String> attachments = new LinkedHashMap<>();
        attachments.put("traceparent", parent);
        String state = head.traceState();
        if (state != null) {
            attachments.put("tracestate", state);
        }
        return attachments;
    }
}
