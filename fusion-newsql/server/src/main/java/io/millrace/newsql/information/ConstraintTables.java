package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;

/** REFERENTIAL_CONSTRAINTS, CHECK_CONSTRAINTS and VIEWS. */
final class ConstraintTables {

    static final VirtualTable REFERENTIAL_CONSTRAINTS = information(
            "REFERENTIAL_CONSTRAINTS",
            (rows, server) -> {},
            "CONSTRAINT_CATALOG varchar(64)!",
            "CONSTRAINT_SCHEMA varchar(64)!",
            "CONSTRAINT_NAME varchar(64)",
            "UNIQUE_CONSTRAINT_CATALOG varchar(64)!",
            "UNIQUE_CONSTRAINT_SCHEMA varchar(64)!",
            "UNIQUE_CONSTRAINT_NAME varchar(64)",
            "MATCH_OPTION varchar(7)!",
            "UPDATE_RULE varchar(11)!",
            "DELETE_RULE varchar(11)!",
            "TABLE_NAME varchar(64)!",
            "REFERENCED_TABLE_NAME varchar(64)!");

    static final VirtualTable CHECK_CONSTRAINTS = information(
            "CHECK_CONSTRAINTS",
            (rows, server) -> {},
            "CONSTRAINT_CATALOG varchar(64)!",
            "CONSTRAINT_SCHEMA varchar(64)!",
            "CONSTRAINT_NAME varchar(64)!",
            "CHECK_CLAUSE longtext!");

    static final VirtualTable VIEWS = information(
            "VIEWS",
            (rows, server) -> {},
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "VIEW_DEFINITION longtext",
            "CHECK_OPTION varchar(8)",
            "IS_UPDATABLE varchar(3)",
            "DEFINER varchar(288)!",
            "SECURITY_TYPE varchar(7)!",
            "CHARACTER_SET_CLIENT varchar(64)!",
            "COLLATION_CONNECTION varchar(64)!");

    private ConstraintTables() {}
}
