package io.millrace.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Answers the calls of {@link HashService}.
 *
 * <p>Collections are the mutable ones of {@code java.util}: the immutable ones of {@code List.of} travel as objects of
 * hidden classes, which hessian cannot read back. <b>Threads:</b> safe; a call of {@link #hash} holds its thread for the
 * delay, as a database call would.
 */
@SuppressWarnings("JavaUtilDate") // see Person
public final class HashServiceProvider implements HashService {

    /** 2023-11-14T22:13:20Z. */
    private static final long BIRTHDAY_MILLIS = 1_700_000_000_000L;

    private final Duration delay;
    private final UnaryOperator<@Nullable String> attachments;
    private final LongAdder hashCalls = new LongAdder();

    /**
     * A service with a delay, and the way to the attachments of the call that the thread is in.
     *
     * @param attachments name to value, null where there is none; called on the thread of the call
     */
    public HashServiceProvider(Duration delay, UnaryOperator<@Nullable String> attachments) {
        this.delay = delay;
        this.attachments = attachments;
    }

    @Override
    public int hash(String text) {
        sleep();
        hashCalls.increment();
        return text.hashCode();
    }

    @Override
    public String echo(String text) {
        return text;
    }

    @Override
    public void nothing(String text) {
        // A call without a result.
    }

    @Override
    public Map<String, Object> describe(String text) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("upper", text.toUpperCase(java.util.Locale.ROOT));
        scalars.put("isEmpty", text.isEmpty());
        scalars.put("half", text.length() / 2.0);
        scalars.put("hash", (long) text.hashCode());
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("text", text);
        description.put("length", text.length());
        description.put("letters", letters(text));
        description.put("scalars", scalars);
        return description;
    }

    @Override
    public Person person(String name) {
        Person person = named(name, Level.MASTER);
        person.setPupils(new ArrayList<>(
                List.of(named(name + " the second", Level.APPRENTICE), named(name + " the third", Level.JOURNEYMAN))));
        return person;
    }

    @Override
    public int fail(String message) {
        throw new IllegalStateException(message);
    }

    @Override
    public int[] numbers(String text) {
        return text.codePoints().toArray();
    }

    @Override
    public List<Person> people(String names) {
        List<Person> people = new ArrayList<>();
        for (String name : names.trim().split("\\s+", -1)) {
            people.add(person(name));
        }
        return people;
    }

    @Override
    public @Nullable String attachment(String key) {
        return attachments.apply(key);
    }

    @Override
    public long counter(String ignored) {
        return hashCalls.sum();
    }

    private static List<String> letters(String text) {
        List<String> letters = new ArrayList<>();
        text.codePoints().forEach(codePoint -> letters.add(Character.toString(codePoint)));
        return letters;
    }

    private static Person named(String name, Level level) {
        Person person = new Person();
        person.setName(name);
        person.setAge(name.length());
        person.setLevel(level);
        person.setBorn(new Date(BIRTHDAY_MILLIS));
        person.setPupils(new ArrayList<>());
        return person;
    }

    private void sleep() {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the provider is ending", e);
        }
    }
}
