# The images built from the Dockerfile and the profile `mesh`, run under podman: the real docker-compose talks to
# podman's Docker-compatible socket, so that profiles, dependencies, limits and networks are what Compose makes of them.

mesh_project=millrace-check
mesh_calls=600
mesh_service='' mesh_health='' # process ids

mesh_check() {
  local obstacle
  obstacle=$(images_obstacle)
  if [ -n "$obstacle" ]; then
    skipped "images and mesh under podman: $obstacle"
    return
  fi
  images_podman_home
  mesh_images
  mesh_start
  mesh_check_call
  mesh_check_shares
  mesh_check_limits
  mesh_check_prometheus
  mesh_check_drain
  mesh_check_restart
  skipped "the Dockerfile's Maven stage: slow; config/compose-check/check source"
  skipped "Grafana: Debian has no package of it to make a stand-in from; its files were only read"
  skipped "the published base images (eclipse-temurin, etcd, Prometheus): stand-ins made here took their names"
}

# The stage of the Dockerfile that compiles: slow, and it wants the network, so it runs only when it is asked for.
mesh_check_source() {
  local obstacle
  obstacle=$(images_obstacle)
  if [ -n "$obstacle" ]; then
    skipped "the Dockerfile's Maven stage: $obstacle"
    return
  fi
  images_podman_home
  images_make "$images_base" images_base
  images_make docker.io/library/eclipse-temurin:17-jdk images_jdk17
  say "compiling in a container"
  quietly 1800 podman build --format docker --target build . || fail "the Dockerfile's Maven stage does not build"
  passed "Dockerfile: its Maven stage compiles this source tree"
}

# The image of a foreign service, by its name without the version: only docker-compose.yml knows the version.
mesh_image() { "${compose[@]}" --profile '*' config --images | grep "^$1:" | head -n 1; }

mesh_images() {
  images_make "$images_base" images_base
  images_make docker.io/library/eclipse-temurin:25-jre images_jre
  images_make "$(mesh_image quay.io/coreos/etcd)" images_etcd
  images_make "docker.io/$(mesh_image prom/prometheus)" images_prometheus

  mesh_jars
  local target
  for target in sample-provider mesh-agent; do
    say "building the image $target"
    quietly 600 podman build --format docker --network none --build-arg ARTIFACTS=prebuilt --target "$target" \
      -t "docker.io/millrace/$target:local" . || fail "the Dockerfile does not build $target"
    passed "Dockerfile: builds $target ($(podman image inspect --format '{{.Size}}' "docker.io/millrace/$target:local" \
      | awk '{ printf "%.0f", $1 / 1048576 }') MiB)"
  done
  quietly 60 podman image prune --force || say "old images stay in $cache/podman"
  podman run --rm --network none --entrypoint id docker.io/millrace/mesh-agent:local -u | grep -qx 10001 \
    || fail "mesh-agent does not run as its own user"
  passed "mesh-agent: runs as user 10001, with an AOT cache that the JVM accepts (asked by the image build)"
}

mesh_jars() {
  if ! compgen -G 'mesh-agent/target/*-exec.jar' >/dev/null || [ ! -d testkit/provider-dubbo33/target/lib ]; then
    say "building the jars"
    quietly 1200 ./mvnw -q -pl mesh-agent,testkit/provider-dubbo33 -am -DskipTests package || fail "the jars do not build"
  fi
}

# A free port of the loopback address, from below the range that the system hands out to clients.
mesh_free_port() {
  local port
  while :; do
    port=$((20001 + RANDOM % 10000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

mesh_compose() { "${compose[@]}" --profile mesh -p "$mesh_project" "$@"; }

mesh_start() {
  MILLRACE_PORT=$(mesh_free_port) MILLRACE_PROMETHEUS_PORT=$(mesh_free_port)
  export MILLRACE_PORT MILLRACE_PROMETHEUS_PORT MILLRACE_TAG=local

  podman system service --time 0 "unix://$room/podman.sock" >"$room/service.log" 2>&1 &
  mesh_service=$!
  export DOCKER_HOST=unix://$room/podman.sock
  local deadline=$((SECONDS + 30))
  until [ -S "$room/podman.sock" ]; do
    [ "$SECONDS" -lt "$deadline" ] || fail "podman's socket does not appear"
    sleep 0.2
  done
  mesh_beat &
  mesh_health=$!

  mesh_clean
  local services
  services=$("${compose[@]}" --profile mesh config --services | grep -vx grafana)
  say "starting $(echo $services)"
  # Word splitting is meant: one argument a service.
  # shellcheck disable=SC2086
  quietly 420 "${compose[@]}" --profile mesh -p "$mesh_project" up -d --no-build --pull never --wait --wait-timeout 400 $services \
    || { mesh_logs; fail "the profile mesh does not become healthy"; }
  passed "mesh: $(echo "$services" | wc -l) containers started in their order and are healthy"
}

# podman leaves the rhythm of health checks to systemd; here it is this loop.
mesh_beat() {
  local container
  while sleep 1; do
    for container in $(podman ps -q --filter health=starting; podman ps -q --filter health=unhealthy); do
      timeout 10 podman healthcheck run "$container" || true
    done
  done >/dev/null 2>&1
}

mesh_logs() {
  mesh_compose ps --all >&2 || true
  mesh_compose logs --tail 25 --no-color >&2 || true
}

mesh_form='interface=io.millrace.sample.HashService&method=hash&parameterTypesString=Ljava/lang/String;&parameter=hello'

mesh_check_call() {
  local answer
  answer=$(curl -sS --max-time 10 -d "$mesh_form" "http://127.0.0.1:$MILLRACE_PORT/") || fail "no answer from the consumer agent"
  [ "$answer" = 99162322 ] || { mesh_logs; fail "the consumer agent answers '$answer' (expected 99162322)"; }
  passed "mesh: curl to the published port answers 99162322 for hello"
}

# mesh_counts: calls by endpoint, as the consumer agent counts them: lines `endpoint count`.
mesh_counts() {
  mesh_compose exec -T consumer-agent probe http 9400 /actuator/prometheus | tr -d '\r' \
    | awk '/^millrace_mesh_endpoint_calls_seconds_count\{/ {
        match($0, /endpoint="[^"]*"/); count[substr($0, RSTART + 10, RLENGTH - 11)] += $NF }
      END { for (e in count) print e, count[e] }' | sort
}

mesh_check_shares() {
  local workers=8 worker url="http://127.0.0.1:$MILLRACE_PORT/" answers=$room/answers
  mkdir -p "$answers"
  mesh_counts >"$room/before"
  for worker in $(seq "$workers"); do
    for _ in $(seq $((mesh_calls / workers))); do printf 'url = "%s"\n' "$url"; done >"$room/urls.$worker"
    curl -sS --max-time 60 -w '\n' -d "$mesh_form" -K "$room/urls.$worker" >"$answers/$worker" 2>&1 &
    pids[worker]=$!
  done
  for worker in $(seq "$workers"); do wait "${pids[worker]}" || fail "a client failed: $(tail -n 1 "$answers/$worker")"; done
  local right
  right=$(cat "$answers"/* | grep -cx 99162322 || true)
  [ "$right" = "$mesh_calls" ] || fail "$right of $mesh_calls answers are right"
  passed "mesh: $mesh_calls calls, $workers at a time, every answer right"

  mesh_counts >"$room/after"
  local shares
  shares=$(join -a 2 -e 0 -o 0,1.2,2.2 "$room/before" "$room/after" | awk '
    BEGIN { weight["small"] = 1; weight["medium"] = 2; weight["large"] = 3 }
    { calls[$1] = $3 - $2; total += calls[$1] }
    END {
      for (e in calls) {
        name = e; sub(/^pod-/, "", name); sub(/:.*/, "", name)
        share = 100 * calls[e] / total; expected = 100 * weight[name] / 6
        printf "%s %.1f %% (%.1f) ", name, share, expected
        seen++; if (share - expected > 3 || expected - share > 3) wrong = 1
      }
      exit wrong || seen != 3
    }') || fail "shares are not within 3 points of 1/6, 2/6, 3/6: $shares"
  passed "mesh: shares by weight: $shares"
}

# The limits that Compose asked for are those that the kernel holds; the containers are read-only and without capabilities.
mesh_check_limits() {
  local container service cpu wrong=0
  for service in small:50000 medium:100000 large:150000; do
    container=$(mesh_compose ps -q "provider-agent-${service%%:*}")
    cpu=$(podman inspect --format '{{.HostConfig.CpuPeriod}} {{.HostConfig.CpuQuota}} {{.HostConfig.NanoCpus}}' "$container")
    awk -v want="${service##*:}" '{ got = $1 > 0 ? $2 * 100000 / $1 : $3 / 10000; exit got != want }' <<<"$cpu" || {
      echo "provider-agent-${service%%:*}: period, quota, nanos are $cpu (expected ${service##*:} of 100000)" >&2
      wrong=1
    }
  done
  [ "$wrong" = 0 ] || fail "CPU limits are not those of docker-compose.yml"
  container=$(mesh_compose ps -q consumer-agent)
  ! podman exec "$container" touch /opt/millrace/probe-of-writing 2>/dev/null || fail "the root file system can be written"
  podman exec "$container" grep -q '^CapEff:[[:space:]]*0*$' /proc/1/status || fail "the consumer agent has capabilities"
  passed "mesh: CPU limits 0.5, 1.0, 1.5; root file system read-only; no capabilities"
}

mesh_query() { curl -sS --max-time 10 --data-urlencode "query=$1" "http://127.0.0.1:$MILLRACE_PROMETHEUS_PORT/api/v1/query"; }

mesh_check_prometheus() {
  local deadline=$((SECONDS + 60)) up
  until up=$(mesh_query 'sum(up{job="millrace-agent"})' | sed -n 's/.*"value":\[[^,]*,"\([0-9]*\)".*/\1/p'); [ "$up" = 4 ]; do
    [ "$SECONDS" -lt "$deadline" ] || fail "Prometheus reads ${up:-none} of 4 agents"
    sleep 1
  done
  passed "Prometheus: its configuration and rules load; it reads all 4 agents"

  # A rate wants calls between two readings.
  deadline=$((SECONDS + 60))
  until mesh_query 'sum(rate(millrace_mesh_calls_seconds_count{role="consumer"}[1m])) > 0' | grep -q '"value"'; do
    [ "$SECONDS" -lt "$deadline" ] || fail "Prometheus shows no rate of calls within 60 s of calling"
    curl -sS --max-time 10 -o /dev/null -d "$mesh_form" "http://127.0.0.1:$MILLRACE_PORT/"
    sleep 1
  done

  # Every query of the dashboard, with Grafana's variables filled in as Grafana would.
  local query answer total=0 empty=()
  while IFS= read -r query; do
    total=$((total + 1))
    query=${query//\\\"/\"} query=${query//\\\\/\\}
    query=${query//\$__rate_interval/1m} query=${query//\$service/.*} query=${query//\$agent/.*}
    answer=$(mesh_query "$query")
    case $answer in
      *'"status":"success"'*'"result":[]'*) empty+=("$query") ;;
      *'"status":"success"'*) ;;
      *) fail "Prometheus refuses a query of the dashboard: $query: $answer" ;;
    esac
  done < <(sed -n 's/^ *"expr": "\(.*\)",\{0,1\}$/\1/p' config/grafana/dashboards/mesh.json)
  [ "$total" -gt 0 ] || fail "no queries found in config/grafana/dashboards/mesh.json"
  passed "dashboard: Prometheus accepts its $total queries; $((total - ${#empty[@]})) have data"
  [ "${#empty[@]}" = 0 ] || printf '   without data: %s\n' "${empty[@]}"
}

# A provider agent that is stopped withdraws first: calls go on without an error, to the others.
mesh_check_drain() {
  local i answer
  quietly 60 "${compose[@]}" --profile mesh -p "$mesh_project" stop provider-agent-large || fail "provider-agent-large does not stop"
  for i in $(seq 30); do
    answer=$(curl -sS --max-time 10 -d "$mesh_form" "http://127.0.0.1:$MILLRACE_PORT/")
    [ "$answer" = 99162322 ] || fail "call $i after the stop of provider-agent-large is answered '$answer'"
  done
  passed "mesh: provider-agent-large stopped; the next 30 calls are right"
}

# A provider that ends by itself is started again by its restart policy, and its agent finds it without help.
mesh_check_restart() {
  local before deadline=$((SECONDS + 90))
  mesh_compose exec -T provider-medium bash -c 'kill -TERM 1' || fail "provider-medium cannot be ended"
  before=$(mesh_count_of medium)
  head -n 20 "$room/urls.1" >"$room/urls.few"
  # Calls that were under way in the provider may fail; those after its return may not be missing.
  until curl -sS --max-time 60 -d "$mesh_form" -K "$room/urls.few" >/dev/null 2>&1 && [ "$(mesh_count_of medium)" -gt $((before + 20)) ]; do
    [ "$SECONDS" -lt "$deadline" ] || { mesh_logs; fail "no calls reach provider-medium within 90 s of its end"; }
  done
  passed "mesh: provider-medium ended and was started again; calls reach it as before"
}

# Right calls that the consumer agent counts for the endpoint of a size.
mesh_count_of() {
  mesh_compose exec -T consumer-agent probe http 9400 /actuator/prometheus \
    | awk -v size="pod-$1:" '/^millrace_mesh_endpoint_calls_seconds_count\{/ && /status="200"/ && index($0, size) { n += $NF } END { printf "%d", n }'
}

# Leaves nothing behind but the images: no container, network, volume or process.
mesh_clean() { quietly 120 "${compose[@]}" --profile '*' -p "$mesh_project" down --volumes --remove-orphans --timeout 10; }

mesh_stop() {
  [ -n "$mesh_service" ] || return 0
  [ -z "$mesh_health" ] || kill "$mesh_health" 2>/dev/null || true
  mesh_clean || say "docker-compose down failed (above)"
  kill "$mesh_service" 2>/dev/null || true
  wait "$mesh_service" 2>/dev/null || true
  mesh_service='' mesh_health=''
}
