package io.millrace.mesh.dubbo;

import org.jspecify.annotations.Nullable;

/** The serializations that the agent writes arguments and reads results in. */
public enum Serialization {
    /** Binary; every Dubbo provider speaks it. */
    HESSIAN2(2, "hessian2"),
    /** One JSON text a line. */
    FASTJSON(6, "fastjson");

    private final int id;
    private final String word;

    Serialization(int id, String word) {
        this.id = id;
        this.word = word;
    }

    /** Its number in a frame. */
    public int id() {
        return id;
    }

    /** Its name in a registration. */
    public String word() {
        return word;
    }

    /** By its number, or null if it is none of ours. */
    public static @Nullable Serialization ofId(int id) {
        return switch (id) {
            case 2 -> HESSIAN2;
            case 6 -> FASTJSON;
            default -> null;
        };
    }

    /** By its name, or null if it is none of ours. */
    public static @Nullable Serialization ofWord(String word) {
        return switch (word) {
            case "hessian2" -> HESSIAN2;
            case "fastjson" -> FASTJSON;
            default -> null;
        };
    }
}
