package io.millrace.thrift.generator.schema;

import java.util.HashMap;
import java.util.Map;

/** An enum's values by name and, the first of each, by number. */
record EnumIndex(Map<String, EnumSchema.Item> byName, Map<Integer, EnumSchema.Item> byNumber) {

    static EnumIndex of(EnumSchema schema) {
        Map<String, EnumSchema.Item> byName = new HashMap<>();
        Map<Integer, EnumSchema.Item> byNumber = new HashMap<>();
        for (EnumSchema.Item item : schema.items()) {
            byName.putIfAbsent(item.name(), item);
            byNumber.putIfAbsent(item.number(), item);
        }
        return new EnumIndex(byName, byNumber);
    }
}
