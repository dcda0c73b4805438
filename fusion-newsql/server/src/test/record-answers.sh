#!/bin/sh
# Records what a real MariaDB answers to src/test/resources/answers/*.sql, beside them as *.out. Needs mariadb-server; its instance has
# a directory and a port of its own and is ended. To be run in the module's folder after its tests were compiled:
#   ./src/test/record-answers.sh CLASS-PATH-OF-THE-TESTS
set -eu
dir=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; rm -rf "$dir"' EXIT
port=${PORT:-13398}
pid=
mariadb-install-db --no-defaults --datadir="$dir/data" --auth-root-authentication-method=normal --user="$(id -un)" >"$dir/install.log"
mariadbd --no-defaults --user="$(id -un)" --datadir="$dir/data" --bind-address=127.0.0.1 --port="$port" --socket="$dir/s" --pid-file="$dir/pid" \
    --character-set-server=utf8mb4 --collation-server=utf8mb4_unicode_ci \
    --sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO >"$dir/log" 2>&1 &
pid=$!
until mariadb --no-defaults --skip-ssl -h127.0.0.1 -P"$port" -uroot -e 'select 1' >/dev/null 2>&1; do
    kill -0 "$pid" || { cat "$dir/log"; exit 1; }
    sleep 1
done
java -cp "$1" io.millrace.newsql.RecordAnswers "jdbc:mariadb://127.0.0.1:$port/?user=root&sslMode=disable&sessionVariables=collation_connection=utf8mb4_unicode_ci" src/test/resources/answers
