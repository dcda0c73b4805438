"""SQLAlchemy's ORM with foreign keys and relations, its inspector, and migrations of Alembic; the server is at the port given."""
import sys

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy.orm import declarative_base, relationship, selectinload, joinedload, Session

from steps import done, equal, step

URL = f"mysql+pymysql://root:@127.0.0.1:{sys.argv[1]}/"
Base = declarative_base()


class Author(Base):
    __tablename__ = "author"
    id = sa.Column(sa.Integer, primary_key=True)
    name = sa.Column(sa.String(50), nullable=False, unique=True)
    books = relationship("Book", back_populates="author", cascade="all, delete-orphan")


class Book(Base):
    __tablename__ = "book"
    id = sa.Column(sa.BigInteger, primary_key=True)
    title = sa.Column(sa.String(200), nullable=False, index=True)
    price = sa.Column(sa.Numeric(8, 2), server_default="0.00")
    published = sa.Column(sa.DateTime, server_default=sa.func.now())
    in_print = sa.Column(sa.Boolean, default=True)
    author_id = sa.Column(sa.ForeignKey("author.id", ondelete="CASCADE"), nullable=False)
    author = relationship(Author, back_populates="books")


@step
def creates_a_database():
    with sa.create_engine(URL).connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("DROP DATABASE IF EXISTS sadb"))
        connection.execute(sa.text("CREATE DATABASE sadb"))


engine = sa.create_engine(URL + "sadb?charset=utf8mb4", pool_pre_ping=True)


@step
def creates_its_schema():
    Base.metadata.create_all(engine)
    Base.metadata.create_all(engine)  # looks first: nothing is there twice
    equal(sorted(sa.inspect(engine).get_table_names()), ["author", "book"])


@step
def saves_and_queries_objects():
    with Session(engine) as session:
        session.add(Author(name="Le Guin", books=[Book(title="The Dispossessed", price=9), Book(title="Rocannon's World")]))
        session.add(Author(name="Lem", books=[Book(title="Solaris", price="7.50")]))
        session.commit()
    with Session(engine) as session:
        query = sa.select(Book.title).join(Author).where(Author.name.like("Le%")).order_by(Book.price.desc(), Book.title)
        equal(session.scalars(query).all(), ["The Dispossessed", "Solaris", "Rocannon's World"])


@step
def loads_relations():
    with Session(engine) as session:
        authors = session.scalars(sa.select(Author).options(selectinload(Author.books)).order_by(Author.id)).all()
        equal([len(author.books) for author in authors], [2, 1])
        book = session.scalars(sa.select(Book).options(joinedload(Book.author)).where(Book.title == "Solaris")).one()
        equal((book.author.name, book.in_print, str(book.price)), ("Lem", True, "7.50"))


@step
def groups_and_counts():
    with Session(engine) as session:
        query = (
            sa.select(Author.name, sa.func.count(Book.id), sa.func.coalesce(sa.func.sum(Book.price), 0))
            .outerjoin(Book).group_by(Author.id, Author.name).having(sa.func.count(Book.id) > 1)
        )
        equal([(name, count, str(total)) for name, count, total in session.execute(query)], [("Le Guin", 2, "9.00")])


@step
def asks_with_subqueries():
    with Session(engine) as session:
        dear = sa.select(Book.author_id).where(Book.price > 8)
        equal(session.scalars(sa.select(Author.name).where(Author.id.in_(dear))).all(), ["Le Guin"])
        exists = sa.select(Author.name).where(~sa.exists().where(Book.author_id == Author.id, Book.price == 0))
        equal(session.scalars(exists).all(), ["Lem"])


@step
def updates_and_removes_objects():
    with Session(engine) as session:
        lem = session.scalars(sa.select(Author).where(Author.name == "Lem").with_for_update()).one()
        lem.name = "Stanisław Lem"
        session.commit()
        equal(session.scalar(sa.select(Author.name).where(Author.id == lem.id)), "Stanisław Lem")
        session.delete(lem)
        session.commit()
        equal(session.scalar(sa.select(sa.func.count()).select_from(Book)), 2)


@step
def holds_foreign_keys():
    with Session(engine) as session:
        session.add(Book(title="of nobody", author_id=999))
        try:
            session.commit()
        except sa.exc.IntegrityError as failure:
            equal(failure.orig.args[0], 1452)
            return
    raise AssertionError("a book without author was taken")


@step
def describes_tables():
    inspector = sa.inspect(engine)
    equal([column["name"] for column in inspector.get_columns("book")], ["id", "title", "price", "published", "in_print", "author_id"])
    equal(inspector.get_pk_constraint("book")["constrained_columns"], ["id"])
    equal({index["name"] for index in inspector.get_indexes("book")} >= {"ix_book_title"}, True)
    equal([key["referred_table"] for key in inspector.get_foreign_keys("book")], ["author"])


@step
def migrates_with_alembic():
    with engine.begin() as connection:
        operations = Operations(MigrationContext.configure(connection))
        operations.create_table("shelf", sa.Column("id", sa.Integer, primary_key=True), sa.Column("room", sa.String(20)))
        operations.add_column("book", sa.Column("shelf_id", sa.Integer, nullable=True))
        operations.alter_column("book", "title", existing_type=sa.String(200), type_=sa.String(300), nullable=False)
        operations.create_index("ix_book_shelf", "book", ["shelf_id", "title"])
    names = [column["name"] for column in sa.inspect(engine).get_columns("book")]
    equal(names[-1], "shelf_id")
    with engine.begin() as connection:
        operations = Operations(MigrationContext.configure(connection))
        operations.drop_index("ix_book_shelf", "book")
        operations.drop_column("book", "shelf_id")
        operations.alter_column("book", "title", existing_type=sa.String(300), type_=sa.String(200), nullable=False)
        operations.drop_table("shelf")


@step
def finds_no_difference_to_its_models():
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        equal(compare_metadata(context, Base.metadata), [])


done()
