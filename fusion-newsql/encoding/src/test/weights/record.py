#!/usr/bin/env python3
"""Records what MariaDB and pyuca answer about collations: README.md here tells how and why.

    record.py DIRECTORY     writes into it general_ci.tsv, unicode_ci.tsv, mariadb-answers.tsv, mariadb-likes.tsv, pyuca-keys.tsv

The strings come from a fixed seed: the same versions of both give the same files.
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata

from pyuca.collator import Collator_9_0_0

SEED = 20161105
PAIRS = 3000
LIKES = 2000
KEYS = 2500
COLLATIONS = ("utf8mb4_general_ci", "utf8mb4_unicode_ci")


class Server:
    """A MariaDB of its own: a temporary directory, a socket in it, no network."""

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="collations."))
        shutil.chown(self.directory, user="mysql")
        data = f"--datadir={self.directory}/data"
        subprocess.run(["mariadb-install-db", "--no-defaults", "--user=mysql", data,
                        "--auth-root-authentication-method=normal"], check=True, stdout=subprocess.DEVNULL)
        self.socket = f"{self.directory}/socket"
        self.process = subprocess.Popen(["mariadbd", "--no-defaults", "--user=mysql", data, "--skip-networking",
                                         f"--socket={self.socket}", f"--pid-file={self.directory}/pid"],
                                        stderr=open(self.directory / "log", "wb"))
        for _ in range(300):
            if self.process.poll() is not None:
                raise RuntimeError(f"mariadbd ended, see {self.directory}/log")
            if self.client("select 1", check=False).returncode == 0:
                return self
            time.sleep(0.1)
        raise RuntimeError(f"mariadbd does not answer, see {self.directory}/log")

    def __exit__(self, *failure):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.directory)

    def client(self, sql, check=True):
        return subprocess.run(["mariadb", "--no-defaults", f"--socket={self.socket}", "--user=root", "-N", "-B",
                               "--default-character-set=utf8mb4", "mysql"],
                              input=sql.encode(), check=check, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def rows(self, sql):
        return self.client(sql).stdout.decode().splitlines()


def record_weights(server, collation, file):
    """What each character of the BMP weighs; that all others weigh the same is checked."""
    weight = f"hex(weight_string(convert(char(seq using utf32) using utf8mb4) collate {collation}))"
    file.write_text("\n".join(server.rows(f"select seq, {weight} from seq_0_to_65535")) + "\n")
    beyond = server.rows(f"select distinct {weight} from seq_65536_to_1114111")
    assert beyond == ["FFFD"], beyond


# ---- strings ----

RANGES = [(0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0xA0, 0x17F), (0xA0, 0x17F), (0x00, 0x1F), (0x300, 0x36F), (0x370, 0x3FF),
          (0x400, 0x4FF), (0x5D0, 0x6FF), (0x900, 0xDFF), (0xE00, 0xFFF), (0x1100, 0x11FF), (0x1E00, 0x1FFF), (0x2000, 0x214F),
          (0x2100, 0x24FF), (0x3000, 0x33FF), (0x3400, 0x9FFF), (0xA000, 0xA4FF), (0xAC00, 0xD7FF), (0xE000, 0xFFFF),
          (0x10000, 0x1FFFF), (0x20000, 0x2FFFF)]
FEW = "aAbBsSß áÄe\u0301\u00A0\t\u3000Æœ"


def character(draw):
    while True:
        low, high = draw.choice(RANGES)
        code = draw.randint(low, high)
        if not 0xD800 <= code <= 0xDFFF:
            return chr(code)


def string(draw):
    few = draw.random() < 0.5
    return "".join(draw.choice(FEW) if few else character(draw) for _ in range(draw.randint(0, 8)))


def neighbour(draw, text):
    """Another string that is often equal, or differs late."""
    kind = draw.randint(0, 6)
    if kind == 0:
        return text.swapcase()
    if kind == 1:
        return unicodedata.normalize("NFKD", text)
    if kind == 2:
        return text + " " * draw.randint(1, 3) + draw.choice(["", "", "\t", "a"])
    if kind == 3:
        return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    if kind == 4:
        at = draw.randint(0, len(text))
        return text[:at] + character(draw) + text[at + 1:]
    if kind == 5:
        return text[:draw.randint(0, len(text))] + string(draw)
    return string(draw)


def hexed(text):
    return text.encode().hex().upper()


def sql_text(text, collation):
    return f"convert(x'{hexed(text)}' using utf8mb4) collate {collation}"


def record_answers(server, draw, file):
    lines = []
    for _ in range(PAIRS):
        left = string(draw)
        right = neighbour(draw, left)
        answers = []
        for collation in COLLATIONS:
            l, r = sql_text(left, collation), sql_text(right, collation)
            answers += [f"strcmp({l}, {r})", f"hex(weight_string({l}))"]
        lines.append(f"select '{hexed(left)}', '{hexed(right)}', {', '.join(answers)};")
    file.write_text("\n".join(server.rows("\n".join(lines))) + "\n")


def record_likes(server, draw, file):
    lines = []
    while len(lines) < LIKES:
        left = draw.choice([draw.choice(FEW), character(draw)])
        right = draw.choice([left.swapcase(), unicodedata.normalize("NFKD", left), draw.choice(FEW), character(draw)])
        if len(right) != 1 or right in "%_\\":
            continue
        likes = [f"{sql_text(left, collation)} like {sql_text(right, collation)}" for collation in COLLATIONS]
        lines.append(f"select {ord(left)}, {ord(right)}, {', '.join(likes)};")
    file.write_text("\n".join(server.rows("\n".join(lines))) + "\n")


# ---- UCA 9.0.0 ----

def record_keys(draw, file):
    """Sort keys of strings on which MySQL's reading of the UCA is the standard's: see README.md."""
    collator = Collator_9_0_0()
    lines = []
    while len(lines) < KEYS:
        text = string(draw)
        if is_plain(collator, text):
            key = "".join(f"{weight:04X}" for weight in collator.sort_key(text))
            lines.append(f"{hexed(text)}\t{key[:-4]}")  # without the separator of an empty fourth level
    file.write_text("\n".join(lines) + "\n")


def is_plain(collator, text):
    if unicodedata.normalize("NFD", text) != text or "\uFDFA" in text or any(0x2CEA2 <= ord(c) <= 0x2CEAF for c in text):
        return False
    alone = [element for c in text for element in collator.collation_elements(c)]
    return alone == collator.collation_elements(text)  # no contractions


def main():
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    record_keys(random.Random(SEED), directory / "pyuca-keys.tsv")
    with Server() as server:
        for collation in COLLATIONS:
            record_weights(server, collation, directory / f"{collation.removeprefix('utf8mb4_')}.tsv")
        record_answers(server, random.Random(SEED + 1), directory / "mariadb-answers.tsv")
        record_likes(server, random.Random(SEED + 2), directory / "mariadb-likes.tsv")


if __name__ == "__main__":
    main()
