package io.millrace.thrift.generator.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.thrift.generator.IdlProblem;
import io.millrace.thrift.generator.syntax.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {

    @TempDir
    private Path directory = Path.of("");

    @Test
    void typedefsAreFlattenedOverFiles() {
        Schema schema = SchemaReader.read(
                new MemorySources()
                        .with("a.thrift", "include 'x/b.c.thrift' typedef list<b.c.Ids> All struct S { 1: All all }")
                        .with("x/b.c.thrift", "typedef i64 Id typedef set<Id> Ids"),
                List.of("a.thrift"));
        assertThat(schema.files()).extracting(SchemaFile::file).containsExactly("x/b.c.thrift", "a.thrift");
        StructSchema struct = schema.struct(new TypeName("a.thrift", "S"));
        assertThat(struct.fields().get(0).type()).hasToString("list<set<i64>>");
    }

    @Test
    void constantsAreValuesOfTheirTypes() {
        SchemaFile file = only(
                """
                const map<Color, list<double>> TABLE = {Color.RED: [1, HALF], Alias.BLUE: []}
                const double HALF = .5
                enum Color { RED = 3, BLUE }
                typedef Color Alias
                const i64 NUMBER = Color.BLUE
                const Color BY_NUMBER = 3
                const bool YES = 1
                struct Point { 1: i32 x = 5; 2: Alias color = BLUE }
                const Point POINT = {"x": -0x10}
                """);
        assertThat(file.constants())
                .extracting(constant -> constant.value().toString().replaceAll("TypeName\\[[^]]*\\]|a.thrift:", ""))
                .containsExactly(
                        "Entries[entries=[Entry[key=Item[type=Color, name=RED, number=3], value=Items[values=[Real[value=1.0],"
                                + " Real[value=0.5]]]], Entry[key=Item[type=Color, name=BLUE, number=4],"
                                + " value=Items[values=[]]]]]",
                        "Real[value=0.5]",
                        "Whole[value=4]",
                        "Item[type=Color, name=RED, number=3]",
                        "Truth[value=true]",
                        "Fields[type=Point, settings=[Setting[field=x, value=Whole[value=-16]]]]");
        assertThat(file.structs().get(0).fields().get(1).defaultValue()).isPresent();
    }

    @Test
    void implicitIdsCountDown() {
        Schema schema = MemorySources.read("struct S { i32 a, 5: i32 b, i32 c, 0: i32 d }");
        assertThat(schema.struct(new TypeName("a.thrift", "S")).fields())
                .extracting(FieldSchema::id)
                .containsExactly((short) -1, (short) 5, (short) -2, (short) -3);
        assertThat(schema.warnings())
                .extracting(IdlProblem::message)
                .containsExactly("no field id: a gets -1", "no field id: c gets -2", "field id 0 not used: d gets -3");
    }

    @Test
    void encodingOfAStructIsKnown() {
        SchemaFile file = only(
                """
                struct Fixed { 1: i32 a, 2: required Inner b }
                struct Inner { 1: double x, 2: bool y }
                struct Mixed { 1: i64 a, 2: optional i64 b, 3: required string s, 4: E e }
                struct Tree { 1: list<Branch> branches }
                struct Branch { 1: optional Tree tree, 2: i32 n }
                enum E {}
                """);
        assertThat(file.structs())
                .extracting(StructSchema::encoding)
                .containsExactly(
                        new StructEncoding(false, true, 1 + 7 + 3 + 16, 1 + 3 + 1),
                        new StructEncoding(false, true, 1 + 11 + 4, 1),
                        new StructEncoding(false, false, 1 + 11, 1 + 3 + 4),
                        new StructEncoding(true, false, 1, 1),
                        new StructEncoding(true, false, 1 + 7, 1));
    }

    @Test
    void argumentsAndUnionsHaveTheirOwnRequiredness() {
        SchemaFile file = only("union U { 1: required i32 a, 2: i32 b } service S { void f(1: optional i32 a) }");
        assertThat(file.structs().get(0).fields())
                .extracting(FieldSchema::requiredness)
                .containsOnly(Field.Requiredness.OPTIONAL);
        assertThat(file.services().get(0).functions().get(0).arguments().get(0).requiredness())
                .isEqualTo(Field.Requiredness.DEFAULT);
    }

    @Test
    void includesAreFoundBesideTheFileThenOnTheSearchPath() throws IOException {
        Path shared = Files.createDirectories(directory.resolve("shared"));
        Path own = Files.createDirectories(directory.resolve("own"));
        Files.writeString(
                own.resolve("a.thrift"), "include 'b.thrift' include 'c.thrift' struct S { 1: b.T t, 2: c.T u }");
        Files.writeString(own.resolve("b.thrift"), "typedef i8 T");
        Files.writeString(shared.resolve("b.thrift"), "typedef i16 T");
        Files.writeString(shared.resolve("c.thrift"), "include '../own/b.thrift' typedef b.T T");
        Schema schema = SchemaReader.read(
                new DirectorySources(List.of(shared)),
                List.of(own.resolve("a.thrift").toString()));
        assertThat(schema.files()).hasSize(3);
        assertThat(schema.files().get(2).structs().get(0).fields())
                .extracting(field -> field.type().toString())
                .containsExactly("i8", "i8");
    }

    @Test
    void hashChangesWithAnyFileBelow() {
        assertThat(hash("struct T {}"))
                .hasSize(64)
                .isEqualTo(hash("struct T {}"))
                .isNotEqualTo(hash("struct T { }"));
    }

    private static String hash(String deepest) {
        Schema schema = SchemaReader.read(
                new MemorySources()
                        .with("a.thrift", "include 'b.thrift'")
                        .with("b.thrift", "include 'c.thrift'")
                        .with("c.thrift", deepest),
                List.of("a.thrift"));
        return schema.files().get(2).hash();
    }

    private static SchemaFile only(String text) {
        return MemorySources.read(text).files().get(0);
    }
}
