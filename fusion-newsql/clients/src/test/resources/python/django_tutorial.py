"""Django: migrations of its own apps and of one written here, made, applied, changed and undone; the server is at the port given."""
import pathlib
import sys
import tempfile

import pymysql

from steps import done, equal, step

pymysql.version_info = (1, 4, 3, "final", 0)  # Django asks for a mysqlclient at least as new
pymysql.install_as_MySQLdb()

import django
from django.conf import settings
from django.core.management import call_command

PORT = sys.argv[1]
MODELS = """
from django.db import models
class Poll(models.Model):
    question = models.CharField(max_length=200)
    published = models.DateTimeField(auto_now_add=True)
    open = models.BooleanField(default=True)
class Choice(models.Model):
    poll = models.ForeignKey(Poll, on_delete=models.CASCADE)
    text = models.CharField(max_length=200)
    votes = models.IntegerField(default=0)
    class Meta:
        unique_together = [("poll", "text")]
"""

folder = pathlib.Path(tempfile.mkdtemp())
(folder / "polls" / "migrations").mkdir(parents=True)
(folder / "polls" / "__init__.py").touch()
(folder / "polls" / "migrations" / "__init__.py").touch()
(folder / "polls" / "models.py").write_text(MODELS)
sys.path.insert(0, str(folder))


@step
def creates_a_database():
    with pymysql.connect(host="127.0.0.1", port=int(PORT), user="root") as connection, connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS djdb")
        cursor.execute("CREATE DATABASE djdb")


settings.configure(
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "polls"],
    DATABASES={"default": {"ENGINE": "django.db.backends.mysql", "NAME": "djdb", "USER": "root", "HOST": "127.0.0.1", "PORT": PORT}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    SECRET_KEY="of a test",
)
django.setup()


@step
def makes_and_applies_migrations():
    call_command("makemigrations", "polls", verbosity=0)
    call_command("migrate", verbosity=0)
    call_command("migrate", verbosity=0)  # nothing is left to do


from polls.models import Choice, Poll
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, models, transaction


@step
def saves_and_queries_objects():
    poll = Poll.objects.create(question="What's new?")
    Choice.objects.bulk_create([Choice(poll=poll, text=text) for text in ("Not much", "The sky", "Just hacking")])
    Choice.objects.filter(text__startswith="The").update(votes=models.F("votes") + 2)
    equal(list(poll.choice_set.order_by("-votes", "text").values_list("text", "votes")), [("The sky", 2), ("Just hacking", 0), ("Not much", 0)])
    equal(Poll.objects.annotate(total=models.Sum("choice__votes")).get().total, 2)
    equal(Choice.objects.filter(poll__question__icontains="NEW").count(), 3)


@step
def refuses_what_is_there_already():
    poll = Poll.objects.get()
    try:
        with transaction.atomic():
            Choice.objects.create(poll=poll, text="The sky")
    except IntegrityError as failure:
        equal(failure.args[0], 1062)
        return
    raise AssertionError("taken twice")


@step
def keeps_users():
    User.objects.create_user("ada", "ada@example.org", "secret")
    equal(User.objects.get(username="ada").check_password("secret"), True)


@step
def migrates_on_and_back():
    text = MODELS.replace("open = models.BooleanField(default=True)", "open = models.BooleanField(default=True)\n    author = models.ForeignKey('auth.User', null=True, on_delete=models.SET_NULL)\n    slug = models.CharField(max_length=40, default='', db_index=True)")
    (folder / "polls" / "models.py").write_text(text)
    import subprocess
    script = pathlib.Path(__file__)
    # Models are read once a process, so the change is made and applied by another one.
    code = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); import pymysql; pymysql.version_info = (1, 4, 3, 'final', 0); pymysql.install_as_MySQLdb()\n"
        "import django; from django.conf import settings; from django.core.management import call_command\n"
        f"settings.configure(INSTALLED_APPS={settings.INSTALLED_APPS!r}, DATABASES={{'default': {{'ENGINE': 'django.db.backends.mysql', 'NAME': 'djdb', 'USER': 'root', 'HOST': '127.0.0.1', 'PORT': {PORT!r}}}}}, DEFAULT_AUTO_FIELD='django.db.models.BigAutoField', USE_TZ=True, SECRET_KEY='x')\n"
        "django.setup(); call_command('makemigrations', 'polls', verbosity=0); call_command('migrate', verbosity=0)\n"
        "call_command('migrate', 'polls', '0001', verbosity=0); call_command('migrate', 'polls', 'zero', verbosity=0)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    equal(result.stderr.strip().splitlines()[-1:], [])


done()
