# Builds with the Maven wrapper and shows where it is. MAVEN_ARGS and MAVEN_USER_HOME reach Maven as they are.

# Everything that ends up in a jar; tests and documents do not make one stale.
product_sources='pom.xml .mvn bytebuf-core joy-wal queue-engine etcd-registry mesh-agent fusion-newsql tiered-kafka-plugin thrift-fastcodec testkit launcher benchmark'

# is_stale STAMP FILE…: a file is missing, or a source is newer than the start of the build that left STAMP.
is_stale() {
  stamp=$1
  shift
  [ -f "$stamp" ] || return 0
  for file in "$@"; do
    [ -e "$file" ] || return 0
  done
  # shellcheck disable=SC2086 # sources are words
  newer=$(find $product_sources -name target -prune -o -type f \
    \( -name pom.xml -o -path '*/src/main/*' -o -path '.mvn/*' \) -newer "$stamp" -print | head -n 1)
  [ -n "$newer" ]
}

# build_when_stale NAME MODULES JAR…
build_when_stale() {
  stamp=$state/$1.stamp modules=$2
  shift 2
  is_stale "$stamp" "$@" || return 0
  prepare_build 700
  touch "$stamp.new"
  say "Building $modules with the JDK in $build_home (the first time also downloads libraries: some minutes)"
  # Checks of form and of the bill of materials belong to `./millrace test`.
  run_maven build -pl "$modules" -am package -Dmaven.test.skip=true \
    -Dspotless.check.skip=true -Dcyclonedx.skip=true -Denforcer.skip=true || explain_failure build
  for file in "$@"; do
    [ -e "$file" ] || die 1 "the build succeeded without making $file" "See target/millrace/build.log"
  done
  mv "$stamp.new" "$stamp"
}

# prepare_build MEBIBYTES: the JDK, unzip for the wrapper (its checksum is the zip's), and room on the disk.
prepare_build() {
  mkdir -p "$state" || die 1 "cannot write to $here/target" "Is the disk full, or the folder another user's?"
  find_build_java
  need 'the Maven wrapper' unzip:unzip
  free_mebibytes=$(df -Pk "$here" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "$free_mebibytes" -ge "$1" ] || die 1 "the disk is nearly full: $free_mebibytes MiB free in $here, $1 needed to build" \
    "Free some room, or clone to another disk; MAVEN_USER_HOME and -Dmaven.repo.local move Maven's own files."
}

# run_maven LOG-NAME ARGUMENT…: its status is Maven's. Progress goes to the terminal, everything to the log. What ends it ends `beside_pid`, too.
beside_pid=
run_maven() {
  log=$state/$1.log
  shift
  : >"$log"
  share_processors
  JAVA_HOME=$build_home MAVEN_OPTS="$sharing ${MAVEN_OPTS:-}" ./mvnw -B "$@" >"$log" 2>&1 </dev/null &
  maven_pid=$!
  # shellcheck disable=SC2086 # none or one
  trap 'kill "$maven_pid" $beside_pid 2>/dev/null; exit 130' INT
  # shellcheck disable=SC2086 # none or one
  trap 'kill "$maven_pid" $beside_pid 2>/dev/null; exit 143' TERM HUP
  shown=0 seconds=0 silent=0
  while kill -0 "$maven_pid" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1)) silent=$((silent + 1))
    show_progress
  done
  wait "$maven_pid"
  maven_status=$?
  trap - INT TERM HUP
  show_progress
  return $maven_status
}

# sharing: what makes javac load Error Prone once a build and not once a compilation, a third of Maven's work. Only its older interface
# asks for a class loader. The path is relative: the clone's may have blanks.
share_processors() {
  sharing=
  if "$build_home/bin/javac" -d "$state/processors" launcher/src/main/javac/SharedProcessors.java >"$log" 2>&1; then
    sharing='-Xbootclasspath/a:target/millrace/processors -Dmaven.compiler.forceLegacyJavacApi=true'
  fi
}

# The new lines of the log that tell a reader something; a sign of life after fifteen silent seconds.
show_progress() {
  lines=$(wc -l <"$log")
  if [ "$lines" -gt "$shown" ]; then
    news=$(sed -n "$((shown + 1)),${lines}p" "$log" | progress_lines)
    shown=$lines
    if [ -n "$news" ]; then
      printf '%s\n' "$news"
      silent=0
    fi
  fi
  if [ "$silent" -ge 15 ]; then
    say "  … $seconds s"
    silent=0
  fi
}

progress_lines() {
  awk '
    /^\[INFO\] Building .*\[[0-9]+\/[0-9]+\]$/ { at = $NF; sub(/^\[INFO\] Building /, ""); sub(/ +[^ ]+ +\[[0-9\/]+\]$/, ""); print "  " at " " $0 }
    /Tests run: .* -- in / { sub(/^\[[A-Z]+\] */, ""); sub(/Tests run: /, ""); sub(/, Failures: 0, Errors: 0, Skipped: 0/, " tests"); sub(/Time elapsed: /, ""); sub(/ -- in/, ""); print "  " $0 }
    /^\[ERROR\]/ && errors++ < 15 { print "  " substr($0, 1, 300) }'
}

# The causes that a newcomer meets, from the log; always fails.
explain_failure() {
  log=$state/$1.log
  if grep -q 'No space left on device' "$log"; then
    die 1 "the disk is full" "Free some room; -Dmaven.repo.local=DIR in MAVEN_ARGS moves Maven's repository to another disk."
  elif grep -qE 'Could not transfer|Unknown host|Connection refused|failed to download|Failed to fetch' "$log"; then
    die 1 "libraries could not be downloaded" \
      "$(grep -E 'Could not transfer|Unknown host|Connection refused|ailed to (download|fetch)' "$log" | head -n 1 | cut -c 1-300)" \
      "Is there a network? A proxy or mirror goes into ~/.m2/settings.xml. Then run the command again: it goes on where it stopped."
  elif grep -q 'OutOfMemoryError' "$log"; then
    die 1 "the build ran out of memory" "Give it more: MAVEN_OPTS=-Xmx2g ./millrace …"
  fi
  die 1 "the build failed" "$(grep -m 5 '^\[ERROR\]' "$log" | cut -c 1-300)" "Everything it said: $log"
}
