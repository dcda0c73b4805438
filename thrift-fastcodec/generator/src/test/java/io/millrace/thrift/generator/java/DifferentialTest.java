package io.millrace.thrift.generator.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.ThriftCompact;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.schema.MemorySources;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.StructSchema;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Generated classes against Apache's library: the same objects, the same bytes, both ways, both protocols. */
class DifferentialTest {
    private static final int SCHEMAS = 15;
    private static final int OBJECTS = 40;

    @Test
    void randomSchemasGiveTheBytesOfLibthrift() throws Exception {
        Random random = Seeds.random("DifferentialTest, schemas");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = MemorySources.read(RandomIdl.of(random));
            compare(schema, GeneratedObjects.of(schema, "random", FieldOrder.ID), random);
        }
    }

    @Test
    void everyConstructGivesTheBytesOfLibthrift() throws Exception {
        Random random = Seeds.random("DifferentialTest, everything");
        Schema schema = Corpus.schema("everything");
        compare(schema, GeneratedObjects.of(schema, "io.millrace.generated.everything", FieldOrder.ID), random);
    }

    @Test
    void fixedSizeFirstIsReadLikeAnyOrder() throws Exception {
        Random random = Seeds.random("DifferentialTest, order");
        Schema schema = Corpus.schema("everything");
        String home = "io.millrace.generated.everything";
        GeneratedObjects byId = GeneratedObjects.of(schema, home, FieldOrder.ID);
        GeneratedObjects fixedFirst = GeneratedObjects.of(schema, home, FieldOrder.FIXED_SIZE_FIRST);
        for (StructSchema struct : schema.files().get(0).structs()) {
            for (int i = 0; i < OBJECTS; i++) {
                Map<Short, Object> tree = new RandomValues(schema, random).struct(struct, 0);
                byte[] ours = ThriftBinary.toBytes(fixedFirst.struct(struct, tree));
                byte[] theirs = ThriftBinary.toBytes(byId.struct(struct, tree));
                assertThat(ours).hasSameSizeAs(theirs);
                assertThat(ThriftBinary.toBytes(ThriftBinary.read(byId.reader(struct), ours)))
                        .isEqualTo(theirs);
                assertThat(ThriftBinary.toBytes(ThriftBinary.read(fixedFirst.reader(struct), theirs)))
                        .isEqualTo(ours);
            }
        }
    }

    private static void compare(Schema schema, GeneratedObjects objects, Random random) throws Exception {
        RandomValues values = new RandomValues(schema, random);
        for (StructSchema struct : schema.files().get(0).structs()) {
            StructType<ThriftStruct> type = objects.reader(struct);
            for (int i = 0; i < OBJECTS; i++) {
                Map<Short, Object> tree = values.struct(struct, 0);
                ThriftStruct object = objects.struct(struct, tree);
                byte[] binary = LibthriftWriter.write(schema, struct, tree, false);
                byte[] compact = LibthriftWriter.write(schema, struct, tree, true);
                assertThat(ThriftBinary.toBytes(object)).as("%s", object).isEqualTo(binary);
                assertThat(ThriftCompact.toBytes(object)).as("%s", object).isEqualTo(compact);
                ThriftStruct read = ThriftBinary.read(type, binary);
                assertThat(read).isEqualTo(object).hasSameHashCodeAs(object).hasToString(object.toString());
                assertThat(ThriftBinary.toBytes(read)).isEqualTo(binary);
                ThriftStruct unpacked = ThriftCompact.read(type, compact);
                assertThat(unpacked).isEqualTo(object);
                assertThat(ThriftCompact.toBytes(unpacked)).isEqualTo(compact);
            }
        }
    }
}
