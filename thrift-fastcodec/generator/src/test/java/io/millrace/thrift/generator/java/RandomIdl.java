package io.millrace.thrift.generator.java;

import java.util.Random;

/** A file of random structs, unions, exceptions and enums that use each other. */
final class RandomIdl {
    private static final String[] BASE = {"bool", "i8", "i16", "i32", "i64", "double", "string", "binary", "uuid"};
    private static final String[] REQUIREDNESS = {"", "", "optional ", "required "};
    private static final int STRUCTS = 6;
    private static final int FIELDS = 12;

    private final Random random;
    private final StringBuilder text = new StringBuilder("namespace java random\n");

    private RandomIdl(Random random) {
        this.random = random;
    }

    static String of(Random random) {
        RandomIdl idl = new RandomIdl(random);
        for (int i = 0; i < 2; i++) {
            idl.text.append("enum E").append(i).append(" { A = -1, B, C = 70000, D = 0 }\n");
        }
        for (int i = 0; i < STRUCTS; i++) {
            idl.struct(i);
        }
        return idl.text.toString();
    }

    private void struct(int number) {
        boolean union = number % 3 == 2;
        text.append(union ? "union" : number == 1 ? "exception" : "struct")
                .append(" S")
                .append(number)
                .append(" {\n");
        int id = random.nextInt(4) == 0 ? -2 - random.nextInt(300) : 1;
        int count = union ? 1 + random.nextInt(FIELDS) : random.nextInt(FIELDS);
        for (int i = 0; i < count; i++) {
            text.append("  ").append(id).append(": ");
            if (random.nextInt(5) == 0 && !(union && i == 0)) {
                text.append("optional ").append(type(0, STRUCTS));
            } else {
                text.append(REQUIREDNESS[union ? 0 : random.nextInt(REQUIREDNESS.length)])
                        .append(type(0, number));
            }
            text.append(" field").append(i).append('\n');
            id += 1 + (random.nextInt(3) == 0 ? random.nextInt(40) : 0);
            id = id == 0 ? 1 : id;
        }
        text.append("}\n");
    }

    /** Of the structs below a number, so that not every value must hold another of its own kind. */
    private String type(int nesting, int structs) {
        int choice = random.nextInt(nesting < 3 ? 16 : 11);
        if (choice < BASE.length) {
            return BASE[choice];
        }
        return switch (choice) {
            case 9 -> "E" + random.nextInt(2);
            case 10 -> structs == 0 ? "string" : "S" + random.nextInt(structs);
            case 11, 12 -> "list<" + type(nesting + 1, structs) + '>';
            case 13 -> "set<" + type(nesting + 1, structs) + '>';
            default -> "map<" + type(nesting + 1, structs) + ", " + type(nesting + 1, structs) + '>';
        };
    }
}
