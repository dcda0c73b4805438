"""PyMySQL: what its documentation does, with the server at the port given."""
import datetime
import decimal
import sys

import pymysql
import pymysql.cursors

from steps import done, equal, step

PORT = int(sys.argv[1])


def connect(**options):
    return pymysql.connect(host="127.0.0.1", port=PORT, user="root", password="", charset="utf8mb4", **options)


@step
def creates_a_database_and_a_table():
    with connect(autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS pydb")
        cursor.execute("CREATE DATABASE pydb CHARACTER SET utf8mb4")
        cursor.execute(
            """CREATE TABLE pydb.users (
                 id int(11) NOT NULL AUTO_INCREMENT,
                 email varchar(255) COLLATE utf8mb4_bin NOT NULL,
                 password varchar(255) COLLATE utf8mb4_bin NOT NULL,
                 PRIMARY KEY (id)
               ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin AUTO_INCREMENT=1"""
        )


@step
def inserts_and_selects():
    with connect(database="pydb", cursorclass=pymysql.cursors.DictCursor) as connection:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO `users` (`email`, `password`) VALUES (%s, %s)", ("webmaster@python.org", "very-secret"))
            equal(cursor.lastrowid, 1)
        connection.commit()
        with connection.cursor() as cursor:
            cursor.execute("SELECT `id`, `password` FROM `users` WHERE `email`=%s", ("webmaster@python.org",))
            equal(cursor.fetchone(), {"id": 1, "password": "very-secret"})


@step
def inserts_many_rows():
    with connect(database="pydb") as connection, connection.cursor() as cursor:
        users = [(f"user{i}@example.org", "ü'\\\n%" + str(i)) for i in range(500)]
        equal(cursor.executemany("INSERT INTO users (email, password) VALUES (%s, %s)", users), 500)
        connection.commit()
        cursor.execute("SELECT COUNT(*), MAX(password) FROM users WHERE email LIKE %s", ("user%",))
        equal(cursor.fetchone(), (500, "ü'\\\n%99"))


@step
def keeps_the_types_of_values():
    with connect(database="pydb") as connection, connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE kinds (i INT, b BIGINT UNSIGNED, n DECIMAL(12,3), d DOUBLE, t DATETIME(6), da DATE, ti TIME,"
            " x VARBINARY(20), j JSON, e ENUM('a','b'), bi BIT(9))"
        )
        row = (
            7, 2**64 - 1, decimal.Decimal("123.456"), 0.1, datetime.datetime(2024, 2, 29, 1, 2, 3, 456789),
            datetime.date(1999, 12, 31), datetime.timedelta(hours=30, minutes=5), b"\x00\xff'", '{"a": [1, null]}', "b",
        )
        cursor.execute("INSERT INTO kinds VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,b'100000001')", row)
        cursor.execute("SELECT * FROM kinds")
        equal(cursor.fetchone(), row + (b"\x01\x01",))


@step
def rolls_back():
    with connect(database="pydb") as connection, connection.cursor() as cursor:
        cursor.execute("DELETE FROM users")
        connection.rollback()
        cursor.execute("SELECT COUNT(*) FROM users")
        equal(cursor.fetchone(), (501,))


@step
def tells_errors_by_their_class():
    with connect(database="pydb") as connection, connection.cursor() as cursor:
        for sql, error, code in (
            ("INSERT INTO users VALUES (1, 'a', 'b')", pymysql.err.IntegrityError, 1062),
            ("SELECT nothing FROM users", pymysql.err.OperationalError, 1054),
            ("SELECT * FROM nowhere", pymysql.err.ProgrammingError, 1146),
            ("SELEC 1", pymysql.err.ProgrammingError, 1064),
        ):
            try:
                cursor.execute(sql)
                raise AssertionError("no error: " + sql)
            except error as failure:
                equal(failure.args[0], code)


@step
def streams_a_result():
    with connect(database="pydb", cursorclass=pymysql.cursors.SSCursor) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT a.id, b.id FROM users a, users b")
        equal(sum(1 for _ in cursor), 501 * 501)


done()
