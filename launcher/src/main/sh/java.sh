# Which JDK builds and which one runs. Sets build_home; run_home, run_major and java_flags.

# Every Java on this machine, one line each: "17 /usr/lib/jvm/java-17-openjdk-amd64".
list_javas() {
  path_java=$(command -v java) && path_java=$(readlink -f "$path_java" 2>/dev/null || printf %s "$path_java")
  for home in "${JAVA_HOME-}" "${path_java%/bin/java}" /usr/lib/jvm/* /opt/java/* /opt/jdk* \
    "${HOME-}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$home" ] && [ -x "$home/bin/java" ] || continue
    home=$(cd "$home" && pwd -P) || continue
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null)
    [ -n "$major" ] || major=$("$home/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
    [ -z "$major" ] || printf '%s %s\n' "$major" "$home"
  done | awk '!seen[$0]++'
}

has_compiler() {
  [ -x "$1/bin/javac" ]
}

# The compiler of choice is 17, the floor that the sources are written for; then the next one up.
choose_build_home() {
  list_javas | sort -n | while read -r major home; do
    if [ "$major" -ge 17 ] && has_compiler "$home"; then
      printf '%s\n' "$home"
      break
    fi
  done
}

find_build_java() {
  build_home=$(choose_build_home)
  if [ -z "$build_home" ] && can_install; then
    for package in openjdk-17-jdk-headless openjdk-21-jdk-headless openjdk-25-jdk-headless default-jdk-headless; do
      if apt_install "$package"; then break; fi
    done
    build_home=$(choose_build_home)
  fi
  [ -n "$build_home" ] && return 0
  found=$(list_javas | awk '{ printf "%s%s (Java %s)", sep, $2, $1; sep = ", " }')
  die 1 "no JDK 17 or newer with a compiler (javac) here" \
    "Found: ${found:-no Java at all}" \
    "Install on Debian or Ubuntu:  sudo apt-get update && sudo apt-get install -y openjdk-17-jdk-headless" \
    "Or point JAVA_HOME at a JDK, for example one from https://adoptium.net"
}

# 25 runs best (compact headers, faster start); else the newest that is there. MILLRACE_JAVA_HOME overrides.
find_run_java() {
  if [ -n "${MILLRACE_JAVA_HOME-}" ]; then
    [ -x "$MILLRACE_JAVA_HOME/bin/java" ] || die 1 "MILLRACE_JAVA_HOME has no bin/java: $MILLRACE_JAVA_HOME"
    run_home=$MILLRACE_JAVA_HOME
    run_major=$(JAVA_HOME=$run_home list_javas | head -n 1 | cut -d' ' -f1)
  else
    choice=$(list_javas | awk '$1 >= 17 { rank = $1 == 25 ? 1000 : $1; if (rank > best) { best = rank; line = $0 } } END { print line }')
    run_major=${choice%% *} run_home=${choice#* }
  fi
  [ -n "$run_home" ] || die 1 "no Java 17 or newer here" "Install on Debian or Ubuntu:  sudo apt-get install -y openjdk-17-jre-headless"
  java_flags=$(flags_of "$run_major")
}

# Netty loads native code and uses Unsafe where it may; from 24 on the JVM asks to be told.
flags_of() {
  if [ "$1" -ge 24 ]; then
    printf '%s' '--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'
  fi
}

# The file with the flags of an agent's JVM; MILLRACE_AGENT_JVM adds to them.
agent_args() {
  if [ "$1" -ge 25 ]; then
    printf '%s' mesh-agent/jvm/25.args
  else
    printf '%s' mesh-agent/jvm/17.args
  fi
}

# Takes this process's place: run_java JAR ARGUMENT…
run_java() {
  find_run_java
  cd "$started_in" || exit 1
  # shellcheck disable=SC2086 # flags are words
  exec "$run_home/bin/java" $java_flags -jar "$@"
}
