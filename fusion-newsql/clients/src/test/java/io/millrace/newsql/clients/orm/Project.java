package io.millrace.newsql.clients.orm;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** The other end of a many-to-many association; its keys are made by the application. */
@Entity
public class Project {

    @Id
    public UUID id = new UUID(0, 0);

    public String title = "";

    /** For the mapper. */
    protected Project() {}

    public Project(UUID id, String title) {
        this.id = id;
        this.title = title;
    }
}
