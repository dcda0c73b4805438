package io.millrace.newsql.clients.orm;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One side of an association; its keys are the table's AUTO_INCREMENT. */
@Entity
public class Department {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    public @Nullable Long id;

    @Column(nullable = false, unique = true, length = 80)
    public String name = "";

    @OneToMany(mappedBy = "department", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("name")
    public List<Employee> employees = new ArrayList<>();

    /** For the mapper. */
    protected Department() {}

    public Department(String name) {
        this.name = name;
    }

    /** Adds an employee on both sides. */
    public Employee hire(String employee, String salary) {
        Employee hired = new Employee(this, employee, salary);
        employees.add(hired);
        return hired;
    }
}
