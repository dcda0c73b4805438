package io.millrace.newsql.clients.orm;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinTable;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The many side; its keys come from a table of sequences, its changes are counted. */
@Entity
@Table(indexes = @Index(name = "by_salary", columnList = "salary desc, name"))
public class Employee {

    /** Stored by its name. */
    public enum Grade {
        JUNIOR,
        SENIOR
    }

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    public @Nullable Long id;

    @Version
    public int version;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    public @Nullable Department department;

    @ManyToMany
    @JoinTable(name = "assignment")
    public Set<Project> projects = new LinkedHashSet<>();

    @Column(nullable = false)
    public String name = "";

    @Column(precision = 12, scale = 2)
    public BigDecimal salary = BigDecimal.ZERO;

    @Enumerated(EnumType.STRING)
    public Grade grade = Grade.JUNIOR;

    public boolean active = true;
    public @Nullable LocalDate born;
    public LocalDateTime hired = LocalDateTime.of(2024, 2, 29, 12, 0, 0, 123_456_000);

    @Lob
    public byte @Nullable [] photo;

    /** For the mapper. */
    protected Employee() {}

    Employee(Department department, String name, String salary) {
        this.department = department;
        this.name = name;
        this.salary = new BigDecimal(salary);
    }
}
