# The tests of all modules on the JDK that builds and, where there is one, on 25; and their totals.

# Maven takes a plugin of the same build only as a jar: without the phase that makes jars, the modules that use ours are left out.
without_our_plugins='-pl !thrift-fastcodec/example,!thrift-fastcodec/peers,!benchmark/thrift'

run_tests() {
  shift
  quick=no long=no lacking=
  for argument in "$@"; do
    case $argument in
      --quick) quick=yes ;;
      --long) long=yes ;;
      *) die 2 "unexpected argument: $argument" "The list: ./millrace test --help" ;;
    esac
  done
  if [ $quick = no ]; then
    need 'the tests' git:git curl:curl etcd:etcd-server nginx:nginx-light wrk:wrk mariadb:mariadb-client redis-server:redis-server redis-cli:redis-tools openssl:openssl mariadbd:mariadb-server
    want_clients
  fi
  prepare_build 1500
  rm -rf "$state/reports"
  find . -path '*/target/*-reports/TEST-*.xml' -delete

  begin_format_check
  verdict=0
  find_newer_home
  test_modules || verdict=1
  formatted=yes
  wait "$beside_pid" || formatted=no
  ran=
  keep_reports "$(major_of "$build_home")" ''
  if [ -n "$newer_home" ]; then
    keep_reports 25 newer-
  elif [ $quick = no ] && [ "$(major_of "$build_home")" -lt 25 ]; then
    ran="$ran; no JDK 25 here"
  fi
  say "Ran on$ran"
  [ -z "$lacking" ] || note "could not be had, so that their tests failed: $lacking"
  if [ $formatted = no ]; then
    say_how_to_format
    verdict=1
  fi
  print_totals || verdict=1
  exit $verdict
}

# Languages of the peers of the SQL server, Kafka and Thrift, one by one: the test of one that cannot be had fails by its name, the others run.
want_clients() {
  modules=/usr/lib/python3/dist-packages
  for pair in $modules/pymysql:python3-pymysql $modules/sqlalchemy:python3-sqlalchemy $modules/alembic:python3-alembic \
    $modules/django:python3-django $modules/thrift:python3-thrift node:nodejs npm:npm go:golang-go \
    kcat:kcat $modules/kafka:python3-kafka $modules/confluent_kafka:python3-confluent-kafka; do
    want "$pair" || lacking="$lacking${pair#*:} "
  done
}

# Beside the tests, which leave half of two processors idle while most modules wait for the testkit; what is wrong is said at once.
begin_format_check() {
  # The wrapper fetches Maven, where it is not yet: now, and not twice at the same time.
  JAVA_HOME=$build_home ./mvnw --version >"$state/format.log" 2>&1 </dev/null || explain_failure format
  (
    JAVA_HOME=$build_home ./mvnw -B -pl '!bom' spotless:check >"$state/format.log" 2>&1 </dev/null &
    check_pid=$!
    trap 'kill "$check_pid" 2>/dev/null; exit 143' TERM
    wait "$check_pid" && exit 0
    say_how_to_format
    exit 1
  ) &
  beside_pid=$!
}

say_how_to_format() {
  note "the check of the format failed: see $state/format.log"
  note 'What differs is mended by ./mvnw spotless:apply'
}

# newer_home: the JDK 25 beside the one that builds, or nothing.
find_newer_home() {
  newer_home=
  if [ $quick = no ]; then
    newer_home=$(list_javas | awk -v builds="$build_home" '$1 == 25 && $2 != builds { print $2; exit }')
  fi
}

# One build: a module's tests run on both JVMs before the modules that need it begin.
test_modules() {
  say "Testing every module with the JDK in $build_home${newer_home:+ and, on the same classes, with that in $newer_home} (log: target/millrace/test.log)"
  goal=verify
  [ "$quick" = no ] || goal="test $without_our_plugins"
  # The list of all parts takes half a minute in which no module can begin: it belongs to a package.
  # shellcheck disable=SC2086 # the goal's options are words
  set -- $goal -Dspotless.check.skip=true -Dcyclonedx.skip=true
  [ -z "$newer_home" ] || set -- "$@" -Dmillrace.test.newer.jvm="$newer_home/bin/java" -Dmillrace.test.newer.args="$(flags_of 25)"
  [ "$long" = no ] || set -- "$@" -Dmillrace.test.excluded=none -Dmillrace.test.newer.excluded=none -Dmillrace.test.newer.skipITs=false
  # Tests wait for disks, processes and deadlines: half as many modules more than processors keep these busy.
  run_maven 'test' -T1.5C --fail-at-end "$@" || note "the build failed: see $state/test.log"
  [ "$maven_status" = 0 ]
}

major_of() {
  list_javas | awk -v home="$1" '$2 == home { print $1; exit }'
}

# keep_reports MAJOR PREFIX: gathers the reports of one JVM; PREFIX tells their folders from another's.
keep_reports() {
  kept=$state/reports/java-$1
  mkdir -p "$kept"
  find . \( -path "*/target/$2surefire-reports/TEST-*.xml" -o -path "*/target/$2failsafe-reports/TEST-*.xml" \) -print | while IFS= read -r report; do
    mv "$report" "$kept/$(printf '%s' "${report#./}" | tr '/' '_')"
  done
  ran="$ran${ran:+;} Java $1: $(count_reports "$kept" | totals_line)"
}

# count_reports DIRECTORY: "tests failed skipped", summed over the suites below it.
count_reports() {
  find "$1" -name 'TEST-*.xml' -o -name '*_TEST-*.xml' 2>/dev/null | sort | while IFS= read -r report; do
    grep -m 1 '<testsuite ' "$report" || printf 'broken\n'
  done | awk '
    function attribute(name,   value) {
      if (!match($0, " " name "=\"[0-9]+\"")) { return 0 }
      value = substr($0, RSTART, RLENGTH); gsub(/[^0-9]/, "", value); return value + 0
    }
    /^broken$/ { failed++; tests++; next }
    { tests += attribute("tests"); failed += attribute("failures") + attribute("errors"); skipped += attribute("skipped") }
    END { print tests + 0, failed + 0, skipped + 0 }'
}

# print_failures: each test that failed, with the beginning of what it said: of some logs only the end is kept.
print_failures() {
  find "${MILLRACE_REPORTS:-$state/reports}" -name '*TEST-*.xml' 2>/dev/null | sort | while IFS= read -r report; do
    awk '
      function attribute(name,   value) {
        if (!match($0, " " name "=\"[^\"]*")) { return "" }
        value = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
        gsub(/(&#10;| )+/, " ", value); sub(/^ /, "", value)
        gsub(/&quot;/, "\"", value); gsub(/&apos;/, "\047", value)
        gsub(/&lt;/, "<", value); gsub(/&gt;/, ">", value); gsub(/&amp;/, "\\&", value)
        return value
      }
      /<testsuite / { is_whole = 1 }
      /<testcase / { test = attribute("classname") "." attribute("name") }
      /<(failure|error)[ >]/ { print "FAILED " test ": " attribute("type") ": " substr(attribute("message"), 1, 500) }
      END { if (!is_whole) { print "FAILED " FILENAME ": no report of tests" } }' "$report"
  done
}

totals_line() {
  awk '{ printf "%d passed, %d failed, %d skipped\n", $1 - $2 - $3, $2, $3 }'
}

# The last lines that `./millrace test` prints; true when something ran and nothing failed.
print_totals() {
  print_failures >&2
  sums=$(count_reports "${MILLRACE_REPORTS:-$state/reports}")
  printf '%s\n' "$sums" | totals_line
  printf '%s\n' "$sums" | awk '{ exit !($1 - $2 - $3 > 0 && $2 == 0) }'
}
