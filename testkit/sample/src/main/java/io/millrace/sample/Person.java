package io.millrace.sample;

import java.io.Serializable;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bean as Dubbo users write them: a constructor without arguments, getters and setters, serializable.
 *
 * <p><b>Ownership:</b> the date and the list are not copied; a person is made, sent and forgotten.
 */
@SuppressWarnings("JavaUtilDate") // the old date is what existing services have on the wire
public final class Person implements Serializable {

    private static final long serialVersionUID = 1L;

    private String name = "";
    private int age;
    private Level level = Level.APPRENTICE;
    private Date born = new Date(0);
    private List<Person> pupils = List.of();
    private @Nullable String nickname;

    /** A person without a name; serializers fill the rest in. */
    public Person() {}

    /** The name; empty, never null. */
    public String getName() {
        return name;
    }

    /** Sets the name. */
    public void setName(String name) {
        this.name = name;
    }

    /** Years. */
    public int getAge() {
        return age;
    }

    /** Sets the years. */
    public void setAge(int age) {
        this.age = age;
    }

    /** How far this person has come. */
    public Level getLevel() {
        return level;
    }

    /** Sets how far this person has come. */
    public void setLevel(Level level) {
        this.level = level;
    }

    /** The day of birth. */
    public Date getBorn() {
        return born;
    }

    /** Sets the day of birth. */
    public void setBorn(Date born) {
        this.born = born;
    }

    /** Those who learn from this person; possibly empty. */
    public List<Person> getPupils() {
        return pupils;
    }

    /** Sets those who learn from this person. */
    public void setPupils(List<Person> pupils) {
        this.pupils = pupils;
    }

    /** What friends say; null in everything that the service answers. */
    public @Nullable String getNickname() {
        return nickname;
    }

    /** Sets what friends say. */
    public void setNickname(@Nullable String nickname) {
        this.nickname = nickname;
    }
}
