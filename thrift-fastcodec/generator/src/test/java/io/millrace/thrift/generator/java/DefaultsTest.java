package io.millrace.thrift.generator.java;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Constants and defaults have the values that the IDL gives them. */
@Tag("once")
class DefaultsTest {
    private static final String HOME = "io.millrace.generated.defaults.";

    private final CompiledSources classes = CompiledSources.of(Corpus.sources("defaults"));

    @Test
    void constantsHaveTheirValues() throws ReflectiveOperationException {
        assertThat(constant("SMALL")).isEqualTo((byte) -128);
        assertThat(constant("SHORT")).isEqualTo((short) -32768);
        assertThat(constant("INT")).isEqualTo(Integer.MIN_VALUE);
        assertThat(constant("LONG")).isEqualTo(Long.MIN_VALUE);
        assertThat(constant("REAL")).isEqualTo(1.5e300);
        assertThat(constant("TEXT")).isEqualTo("müßig \"quoted\" back\\slash \t 磨 🌾 $L $T");
        assertThat(constant("BYTES")).hasToString("3 bytes: c3a462");
        assertThat(constant("ID")).hasToString("00112233-4455-6677-8899-aabbccddeeff");
        assertThat(constant("LEVEL")).hasToString("HIGH");
        assertThat(constant("NUMBERS")).hasToString("[1, 2, 3]");
        assertThat(constant("TABLE")).hasToString("{a=[1, 2], b=[]}");
        assertThat(constant("COUNTS")).hasToString("{1=2, 3=4}");
        assertThat(constant("ORIGIN"))
                .hasToString("Point{x=1, y=5, label=here, tags=[t], inner=Inner{depth=9}, note=noted, "
                        + "numbers=[1, 2], level=HIGH, sets={s=[1]}, ratio=0.0}");
    }

    @Test
    void defaultsAreFreshInEachObject() throws ReflectiveOperationException {
        Object one = newObject("Point");
        Object other = newObject("Point");
        assertThat(one).isEqualTo(other);
        Object tags = Objects.requireNonNull(one.getClass().getMethod("tags").invoke(one));
        assertThat(tags).hasToString("[one, two]");
        assertThat(one.getClass().getMethod("tags").invoke(other)).isNotSameAs(tags);
        assertThat(one.getClass().getMethod("hasMust").invoke(one)).isEqualTo(false);
        assertThat(one.getClass().getMethod("hasZ").invoke(one)).isEqualTo(false);
        assertThat(one.getClass().getMethod("z").invoke(one)).isEqualTo(6);
    }

    @Test
    void unionBeginsWithItsDefault() throws ReflectiveOperationException {
        assertThat(newObject("Either")).hasToString("Either{text=default}");
    }

    @Test
    void constantCollectionsDoNotChange() throws ReflectiveOperationException {
        Map<?, ?> table = (Map<?, ?>) constant("TABLE");
        assertThat(table).isUnmodifiable();
    }

    private Object newObject(String name) throws ReflectiveOperationException {
        return classes.loadClass(HOME + name).getConstructor().newInstance();
    }

    private Object constant(String name) throws ReflectiveOperationException {
        Field field = classes.loadClass(HOME + "DefaultsConstants").getField(name);
        return Objects.requireNonNull(field.get(null));
    }
}
