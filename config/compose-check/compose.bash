# docker-compose itself: found or built, and asked what it thinks of docker-compose.yml.

compose_module=github.com/docker/compose/v2 compose_version=v2.40.3
compose=() # the command

# The program of a fixed version, built once from its published module; where there is no Go, an installed one.
compose_find() {
  local built=$cache/docker-compose-$compose_version
  if [ ! -x "$built" ] && has go; then
    compose_build "$built" || say "building docker-compose from $compose_module@$compose_version failed (above)"
  fi
  if [ -x "$built" ]; then
    compose=("$built")
  elif has docker && docker compose version >/dev/null 2>&1; then
    compose=(docker compose)
  elif has docker-compose; then
    compose=(docker-compose)
  else
    skipped "docker-compose.yml: no docker-compose here, and no Go that builds it (Go 1.24 or newer does)"
    return 1
  fi
  say "docker-compose: $("${compose[@]}" version --short)"
}

compose_build() {
  say "building docker-compose $compose_version from its Go module (once; about two minutes)"
  local source
  quietly 300 go mod download "$compose_module@$compose_version" || return
  source=$(go mod download -json "$compose_module@$compose_version" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",\{0,1\}$/\1/p')
  (cd "$source" && quietly 1200 go build -trimpath \
    -ldflags "-X $compose_module/internal.Version=$compose_version" -o "$1.new" ./cmd) || return
  mv "$1.new" "$1"
}

compose_check() {
  local profile
  for profile in mesh observability '*'; do
    "${compose[@]}" --profile "$profile" config --quiet || fail "docker-compose config refuses profile $profile"
  done
  "${compose[@]}" config --quiet || fail "docker-compose config refuses the file without a profile"
  passed "docker-compose.yml: accepted by docker-compose config for mesh, observability, all profiles, none"

  local resolved=$room/resolved.yml ports loopback
  "${compose[@]}" --profile '*' config >"$resolved"
  ports=$(grep -c '^ *published:' "$resolved") loopback=$(grep -c '^ *host_ip: 127\.0\.0\.1$' "$resolved")
  [ "$ports" = "$loopback" ] || fail "$ports ports are published, but only $loopback of them on 127.0.0.1"
  passed "docker-compose.yml: its $ports published ports are on 127.0.0.1"

  local image
  while read -r image; do
    case $image in
      millrace/*) ;;
      *:latest) fail "image without a fixed version: $image" ;;
      *:*) ;;
      *) fail "image without a version: $image" ;;
    esac
  done < <("${compose[@]}" --profile '*' config --images)
  passed "docker-compose.yml: every foreign image names a version"

  if git check-ignore -q config/secrets/grafana-admin-password 2>/dev/null; then
    passed "config/secrets: secrets are ignored by git"
  fi
}
