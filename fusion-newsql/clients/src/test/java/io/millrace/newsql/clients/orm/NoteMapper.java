package io.millrace.newsql.clients.orm;

import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** MyBatis's statements on notes and their tags. */
public interface NoteMapper {

    @Update("CREATE TABLE note (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(100) NOT NULL, stars INT)")
    void createNotes();

    @Update("CREATE TABLE tag (note INT NOT NULL, name VARCHAR(20) NOT NULL, PRIMARY KEY (note, name))")
    void createTags();

    @Insert("INSERT INTO note (text, stars) VALUES (#{text}, #{stars})")
    @Options(useGeneratedKeys = true, keyProperty = "id")
    int add(Note note);

    @Insert(
            """
            <script>INSERT INTO tag (note, name) VALUES
            <foreach collection="names" item="name" separator=",">(#{note}, #{name})</foreach></script>""")
    int tag(@Param("note") int note, @Param("names") List<String> names);

    @Select(
            """
            <script>SELECT id, text, stars FROM note
            <where><if test="word != null">text LIKE CONCAT('%', #{word}, '%')</if>
            <if test="ids != null">AND id IN <foreach collection="ids" item="id" open="(" close=")" separator=",">#{id}</foreach></if></where>
            ORDER BY id</script>""")
    @Result(property = "id", column = "id", id = true)
    @Result(property = "tags", column = "id", many = @Many(select = "tags"))
    List<Note> find(@Param("word") @Nullable String word, @Param("ids") @Nullable List<Integer> ids);

    @Select("SELECT name FROM tag WHERE note = #{note} ORDER BY name")
    List<String> tags(int note);

    @Update("UPDATE note SET stars = COALESCE(stars, 0) + 1 WHERE id = #{id}")
    int star(int id);

    @Delete("DELETE FROM note WHERE id = #{id}")
    int remove(int id);

    /** A row of the table, as a bean. */
    final class Note {
        public @Nullable Integer id;
        public @Nullable String text;
        public @Nullable Integer stars;
        public List<String> tags = List.of();
    }
}
