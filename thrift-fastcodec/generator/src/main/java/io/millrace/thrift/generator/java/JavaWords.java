package io.millrace.thrift.generator.java;

import java.util.Set;
import javax.lang.model.SourceVersion;

/** Words of IDL as words of Java. */
final class JavaWords {

    /** Words that name no class, though they may name a field. */
    private static final Set<String> NO_TYPES = Set.of("record", "var", "yield", "sealed", "permits");

    /** Methods of {@code Object} and {@code Throwable} without arguments. */
    static final Set<String> INHERITED_METHODS = Set.of(
            "clone",
            "equals",
            "fillInStackTrace",
            "finalize",
            "getCause",
            "getClass",
            "getLocalizedMessage",
            "getMessage",
            "getStackTrace",
            "getSuppressed",
            "hashCode",
            "initCause",
            "notify",
            "notifyAll",
            "printStackTrace",
            "toString",
            "wait");

    private JavaWords() {}

    /** Whether it can name a field or method: {@code _} alone and keywords cannot. */
    static boolean isName(String word) {
        return SourceVersion.isName(word, SourceVersion.RELEASE_17);
    }

    /** Whether it can name a class as well. */
    static boolean isTypeName(String word) {
        return isName(word) && !NO_TYPES.contains(word);
    }

    /** {@code userName} as {@code UserName}. */
    static String capitalized(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** {@code userName} as {@code USER_NAME}. */
    static String constant(String word) {
        StringBuilder constant = new StringBuilder();
        for (int i = 0; i < word.length(); i++) {
            char letter = word.charAt(i);
            if (i > 0 && Character.isUpperCase(letter) && Character.isLowerCase(word.charAt(i - 1))) {
                constant.append('_');
            }
            constant.append(Character.toUpperCase(letter));
        }
        return constant.toString();
    }
}
