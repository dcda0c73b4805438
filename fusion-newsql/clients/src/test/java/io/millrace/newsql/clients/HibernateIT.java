package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.clients.orm.Department;
import io.millrace.newsql.clients.orm.Employee;
import io.millrace.newsql.clients.orm.Project;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hibernate makes its schema, keeps objects in it, asks and locks. */
class HibernateIT {

    private static final String SCHEMA = "hibernate";
    private static final UUID PROJECT = UUID.fromString("12345678-9abc-def0-1234-56789abcdef0");

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private @Nullable SessionFactory opened;

    /** A new schema with a few objects; closed after the test. */
    private SessionFactory filled() throws SQLException {
        SERVER.renew(SCHEMA);
        SessionFactory sessions = open("create", false);
        opened = sessions;
        sessions.inTransaction(session -> {
            Project project = new Project(PROJECT, "Difference engine");
            session.persist(project);
            Department research = new Department("Research");
            Employee ada = research.hire("Ada", "3000.50");
            ada.grade = Employee.Grade.SENIOR;
            ada.born = LocalDate.of(1815, 12, 10);
            ada.photo = new byte[] {0, -1, 39};
            ada.projects.add(project);
            research.hire("Bob", "1000");
            session.persist(research);
            Department sales = new Department("Sales");
            sales.hire("Cem", "2000").projects.add(project);
            session.persist(sales);
            session.persist(new Department("Empty"));
        });
        return sessions;
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private static SessionFactory open(String schemaAction, boolean haltsOnError) {
        return new Configuration()
                .addAnnotatedClass(Department.class)
                .addAnnotatedClass(Employee.class)
                .addAnnotatedClass(Project.class)
                .setProperty("hibernate.connection.url", SERVER.server().mysqlUrl(SCHEMA))
                .setProperty("hibernate.connection.username", "root")
                .setProperty("hibernate.connection.password", "")
                .setProperty("hibernate.hbm2ddl.auto", schemaAction)
                .setProperty("hibernate.hbm2ddl.halt_on_error", haltsOnError)
                .setProperty("hibernate.jdbc.batch_size", "50")
                .setProperty("hibernate.order_inserts", "true")
                .buildSessionFactory();
    }

    @Test
    void makesItsSchemaWithForeignKeys() throws SQLException {
        SERVER.renew(SCHEMA);
        try (SessionFactory strict = open("create-only", true)) {
            Long keys = strict.fromSession(session -> session.createNativeQuery(
                            "SELECT COUNT(*) FROM information_schema.referential_constraints WHERE constraint_schema = '"
                                    + SCHEMA + "'",
                            Long.class)
                    .getSingleResult());
            assertThat(keys).isEqualTo(3);
            assertThatThrownBy(() -> strict.inTransaction(session -> session.createNativeMutationQuery(
                                    "INSERT INTO assignment VALUES (77, UUID_TO_BIN('" + PROJECT + "'))")
                            .executeUpdate()))
                    .hasStackTraceContaining("foreign key constraint fails");
        }
    }

    @Test
    void findsItsSchemaValidAndNothingToUpdate() throws SQLException {
        SessionFactory sessions = filled();
        open("validate", true).close();
        open("update", false).close();
        assertThat(names(sessions, "from Employee order by name")).containsExactly("Ada", "Bob", "Cem");
    }

    @Test
    void givesObjectsBackAsTheyWere() throws SQLException {
        SessionFactory sessions = filled();
        sessions.inSession(session -> {
            Department research = session.createQuery("from Department where name = 'Research'", Department.class)
                    .getSingleResult();
            Employee ada = research.employees.get(0);
            assertThat(ada.salary).isEqualTo(new BigDecimal("3000.50"));
            assertThat(ada.grade).isEqualTo(Employee.Grade.SENIOR);
            assertThat(ada.born).isEqualTo(LocalDate.of(1815, 12, 10));
            assertThat(ada.hired.getNano()).isEqualTo(123_456_000);
            assertThat(ada.photo).containsExactly(0, -1, 39);
            assertThat(ada.projects).extracting(project -> project.title).containsExactly("Difference engine");
        });
    }

    @Test
    void changesAndRemovesObjects() throws SQLException {
        SessionFactory sessions = filled();
        sessions.inTransaction(session -> {
            Employee bob = employee(session, "Bob");
            bob.salary = new BigDecimal("1100.00");
            bob.active = false;
        });
        sessions.inTransaction(session -> {
            Employee bob = employee(session, "Bob");
            assertThat(bob.version).isEqualTo(1);
            assertThat(bob.active).isFalse();
            session.remove(session.createQuery("from Department where name = 'Sales'", Department.class)
                    .getSingleResult());
        });
        assertThat(names(sessions, "from Employee order by name")).containsExactly("Ada", "Bob");
    }

    @Test
    void asksWithJoinsGroupsAndPages() throws SQLException {
        SessionFactory sessions = filled();
        assertThat(names(sessions, "from Employee e where e.department.name = 'Research' order by e.salary"))
                .containsExactly("Bob", "Ada");
        List<Object[]> totals = sessions.fromSession(session -> session.createQuery(
                        "select d.name, count(e), coalesce(sum(e.salary), 0) from Department d left join d.employees e"
                                + " group by d.name having count(e) < 2 order by d.name",
                        Object[].class)
                .getResultList());
        assertThat(totals).hasSize(2);
        assertThat(totals.get(1)[2]).isEqualTo(new BigDecimal("2000.00"));
        List<Employee> page = sessions.fromSession(session -> session.createQuery(
                        "from Employee e join fetch e.department order by e.name", Employee.class)
                .setFirstResult(1)
                .setMaxResults(1)
                .getResultList());
        assertThat(page).extracting(employee -> employee.name).containsExactly("Bob");
    }

    @Test
    void asksWithSubqueries() throws SQLException {
        SessionFactory sessions = filled();
        assertThat(names(
                        sessions,
                        "from Employee e where e.salary > (select avg(o.salary) from Employee o) order by e.name"))
                .containsExactly("Ada");
        assertThat(
                        names(
                                sessions,
                                "from Employee e where exists (select 1 from e.projects p where p.title like 'Diff%') order by e.name"))
                .containsExactly("Ada", "Cem");
        assertThat(
                        names(
                                sessions,
                                "from Employee e where e.department.id in (select d.id from Department d where d.name = 'Sales')"))
                .containsExactly("Cem");
    }

    @Test
    void changesManyRowsAtOnce() throws SQLException {
        SessionFactory sessions = filled();
        int changed = sessions.fromTransaction(
                session -> session.createMutationQuery("update Employee set salary = salary * 2 where salary < 2500")
                        .executeUpdate());
        assertThat(changed).isEqualTo(2);
        assertThat(names(sessions, "from Employee where salary = 4000")).containsExactly("Cem");
    }

    @Test
    void insertsInBatches() throws SQLException {
        SessionFactory sessions = filled();
        sessions.inTransaction(session -> {
            Department crowd = new Department("Crowd");
            session.persist(crowd);
            for (int i = 0; i < 500; i++) {
                session.persist(crowd.hire("n" + i, "1"));
            }
        });
        assertThat(names(sessions, "from Employee where name like 'n%'"))
                .hasSize(500)
                .doesNotHaveDuplicates();
    }

    @Test
    void whatAnotherHasChangedIsNotOverwritten() throws SQLException {
        SessionFactory sessions = filled();
        assertThatThrownBy(() -> sessions.inTransaction(session -> {
                    Employee bob = employee(session, "Bob");
                    sessions.inTransaction(other -> employee(other, "Bob").salary = BigDecimal.ONE);
                    bob.salary = BigDecimal.TEN;
                }))
                .isInstanceOf(OptimisticLockException.class);
    }

    @Test
    void locksPessimistically() throws SQLException {
        SessionFactory sessions = filled();
        sessions.inTransaction(session -> {
            Employee ada = session.createQuery("from Employee where name = 'Ada'", Employee.class)
                    .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                    .getSingleResult();
            Map<String, Object> noWait = Map.of("jakarta.persistence.lock.timeout", 0);
            assertThatThrownBy(() -> sessions.inTransaction(
                            other -> other.find(Employee.class, ada.id, LockModeType.PESSIMISTIC_WRITE, noWait)))
                    .isInstanceOf(PersistenceException.class)
                    .hasStackTraceContaining("NOWAIT");
            ada.salary = BigDecimal.ONE;
        });
        sessions.inTransaction(session -> assertThat(
                        session.find(Employee.class, employee(session, "Ada").id, LockModeType.PESSIMISTIC_READ).salary)
                .isEqualByComparingTo(BigDecimal.ONE));
    }

    private static Employee employee(Session session, String name) {
        return session.createQuery("from Employee where name = :name", Employee.class)
                .setParameter("name", name)
                .getSingleResult();
    }

    private static List<String> names(SessionFactory sessions, String query) {
        return sessions.fromSession(session -> session.createQuery(query, Employee.class)
                .getResultStream()
                .map(employee -> employee.name)
                .toList());
    }
}
