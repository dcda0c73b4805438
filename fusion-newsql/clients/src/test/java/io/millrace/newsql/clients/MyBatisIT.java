package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.clients.orm.NoteMapper;
import io.millrace.newsql.clients.orm.NoteMapper.Note;
import java.util.List;
import java.util.Objects;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** MyBatis: mapped statements, generated keys, dynamic SQL, nested selects, batches. */
class MyBatisIT {

    private static final String SCHEMA = "mybatis";

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private PooledDataSource pool;
    private SqlSessionFactory sessions;

    @BeforeEach
    void open() throws Exception {
        SERVER.renew(SCHEMA);
        pool = new PooledDataSource("com.mysql.cj.jdbc.Driver", SERVER.server().mysqlUrl(SCHEMA), "root", "");
        pool.setPoolPingEnabled(true);
        pool.setPoolPingQuery("SELECT 1");
        Configuration configuration = new Configuration(new Environment("test", new JdbcTransactionFactory(), pool));
        configuration.addMapper(NoteMapper.class);
        sessions = new SqlSessionFactoryBuilder().build(configuration);
        try (SqlSession session = sessions.openSession(true)) {
            session.getMapper(NoteMapper.class).createNotes();
            session.getMapper(NoteMapper.class).createTags();
        }
    }

    @AfterEach
    void close() {
        pool.forceCloseAll();
    }

    @Test
    void keepsAndFindsNotes() {
        try (SqlSession session = sessions.openSession()) {
            NoteMapper notes = session.getMapper(NoteMapper.class);
            int first = add(notes, "milk and bread");
            int second = add(notes, "bread only");
            add(notes, "100 % else");
            assertThat(second).isEqualTo(first + 1);
            assertThat(notes.tag(first, List.of("food", "day"))).isEqualTo(2);
            assertThat(notes.star(second)).isEqualTo(1);
            session.commit();
            List<Note> found = notes.find("bread", null);
            assertThat(found).extracting(note -> note.tags).containsExactly(List.of("day", "food"), List.of());
            assertThat(found).extracting(note -> note.stars).containsExactly(null, 1);
            assertThat(notes.find(null, List.of(first, second + 1, 99))).hasSize(2);
        }
    }

    @Test
    void rollsBack() {
        try (SqlSession session = sessions.openSession()) {
            add(session.getMapper(NoteMapper.class), "gone");
            session.rollback();
            assertThat(session.getMapper(NoteMapper.class).find(null, null)).isEmpty();
        }
    }

    @Test
    void runsBatches() {
        try (SqlSession session = sessions.openSession(ExecutorType.BATCH)) {
            NoteMapper notes = session.getMapper(NoteMapper.class);
            for (int i = 0; i < 300; i++) {
                Note note = new Note();
                note.text = "n" + i;
                notes.add(note);
            }
            session.flushStatements();
            session.commit();
            assertThat(notes.find("n", null)).hasSize(300);
        }
    }

    @Test
    void passesErrorsOn() {
        try (SqlSession session = sessions.openSession(true)) {
            NoteMapper notes = session.getMapper(NoteMapper.class);
            assertThatThrownBy(() -> notes.tag(1, List.of("twice", "twice")))
                    .isInstanceOf(PersistenceException.class)
                    .hasStackTraceContaining("Duplicate entry '1-twice' for key 'tag.PRIMARY'");
        }
    }

    private static int add(NoteMapper notes, String text) {
        Note note = new Note();
        note.text = text;
        assertThat(notes.add(note)).isEqualTo(1);
        return Objects.requireNonNull(note.id, "no generated key");
    }
}
