package io.millrace.sample;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small service whose answers a caller can check, with one method for each kind of result that a mesh must carry.
 *
 * <p>Every answer follows from the argument alone, except {@link #attachment} and {@link #counter}. Only {@link #hash}
 * takes the configured delay.
 */
public interface HashService {

    /** {@link String#hashCode()} of the text, after the configured delay. */
    int hash(String text);

    /** The text itself. */
    String echo(String text);

    /** Does nothing: a call without a result. */
    void nothing(String text);

    /** Maps and lists in each other, without a class of ours: text, length, letters, and a nested map of scalars. */
    Map<String, Object> describe(String text);

    /** An object with a list of others, an enum, a date and a field that is null. */
    Person person(String name);

    /** Always throws an {@link IllegalStateException} with this message. */
    int fail(String message);

    /** The code points of the text. */
    int[] numbers(String text);

    /** One {@linkplain #person person} for each word of the text. */
    List<Person> people(String names);

    /** The call's attachment of this name, or null. */
    @Nullable
    String attachment(String key);

    /** How many {@link #hash} calls this process has answered; the argument is ignored. */
    long counter(String ignored);
}
