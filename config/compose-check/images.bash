# Stand-ins for the images that come from a registry, made from this machine's Debian archive and its own JDK 25, and
# imported under the names that the Dockerfile and docker-compose.yml use. They prove our files, not those images.

images_packages=(podman runc netavark aardvark-dns iptables debootstrap curl)

# Says why podman cannot run here, or nothing.
images_obstacle() {
  [ "$(id -u)" = 0 ] || { echo "it wants root"; return; }
  has apt-get || { echo "it wants Debian's apt for the stand-in images"; return; }
  local missing=() package
  for package in "${images_packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  if [ "${#missing[@]}" -gt 0 ]; then
    say "installing ${missing[*]}" >&2
    quietly 300 apt-get update >&2 || true
    DEBIAN_FRONTEND=noninteractive quietly 600 apt-get install -y --no-install-recommends "${missing[@]}" >&2 \
      || { echo "these packages cannot be installed: ${missing[*]}"; return; }
  fi
  [ -n "$(images_jdk)" ] || echo "it wants a JDK 25 (JAVA_HOME, java on the path, or /usr/lib/jvm)"
}

# The home of a JDK 25 that can make a runtime image.
images_jdk() {
  local home
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*25* /opt/*jdk*25* "$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")"; do
    [ -x "$home/bin/jlink" ] && grep -qs '^JAVA_VERSION="25' "$home/release" && { echo "$home"; return; }
  done
  return 0
}

# podman with settings and a store of its own, so that nobody's images and settings are touched. runc, cgroupfs and the
# file logger work where no systemd runs.
images_podman_home() {
  local home=$cache/podman files
  # podman's own defaults are above what a root without CAP_SYS_RESOURCE may ask for; ask for no more than this shell has.
  files=$(ulimit -Hn)
  [ "$files" = unlimited ] || [ "$files" -gt 20000 ] && files=20000
  mkdir -p "$home/storage" "$home/networks" "$home/volumes" "$room/run"
  cat >"$room/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=$files:$files", "nproc=16384:16384"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
volume_path = "$home/volumes"
tmp_dir = "$room/run/libpod"
[network]
network_backend = "netavark"
network_config_dir = "$home/networks"
CONF
  cat >"$room/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$home/storage"
runroot = "$room/run/storage"
CONF
  printf 'unqualified-search-registries = ["docker.io"]\n' >"$room/registries.conf"
  export CONTAINERS_CONF=$room/containers.conf CONTAINERS_STORAGE_CONF=$room/storage.conf
  export CONTAINERS_REGISTRIES_CONF=$room/registries.conf DISABLE_HC_SYSTEMD=true
}

# images_make NAME BUILDER: makes the image in an empty folder by BUILDER, unless the store has it from an earlier run.
images_make() {
  local name=$1 builder=$2 folder=$room/image
  if podman image exists "$name"; then return 0; fi
  say "making a stand-in for $name"
  rm -rf "$folder" && mkdir "$folder"
  # Nothing may follow the builder in this list: bash would then not stop at a command of it that fails.
  (cd "$folder" && "$builder" "$name")
  rm -rf "$folder"
}

images_base=localhost/millrace-check/base:debian

images_base() {
  local suite
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  quietly 600 debootstrap --variant=minbase "$suite" rootfs
  rm -rf rootfs/var/cache/apt/* rootfs/var/lib/apt/lists/*
  tar -C rootfs -cf - . | podman import --quiet - "$1" >/dev/null
}

# The modules of a JRE, of those that this JDK has.
images_jre() {
  local jdk modules
  jdk=$(images_jdk)
  modules=$("$jdk/bin/java" --list-modules | sed 's/@.*//' \
    | grep -vE '^jdk\.(compiler|jartool|javadoc|jdeps|jlink|jpackage|jshell|jconsole|jcmd|jstatd|jdi|attach|hotspot\.agent|editpad|internal\.(ed|le|opt|jvmstat))$' \
    | paste -sd,)
  quietly 300 "$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-man-pages --no-header-files --output jre
  cat >Dockerfile <<DOCKERFILE
FROM $images_base
COPY jre /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
DOCKERFILE
  quietly 300 podman build --format docker --network none -t "$1" .
}

# A JDK 17 of this machine, with what the Maven stage fetches by: curl, and the authorities that this machine trusts.
images_jdk17() {
  local home
  for home in /usr/lib/jvm/*17* /opt/*jdk*17*; do [ -x "$home/bin/javac" ] && break; done
  [ -x "$home/bin/javac" ] || fail "no JDK 17 in /usr/lib/jvm for the Maven stage"
  cp -rL "$home" openjdk 2>/dev/null || [ -x openjdk/bin/javac ] # Debian's has links to what is not installed
  cp /etc/ssl/certs/ca-certificates.crt .
  cat >Dockerfile <<DOCKERFILE
FROM $images_base
RUN apt-get update && apt-get install -y --no-install-recommends curl ca-certificates && rm -rf /var/lib/apt/lists/*
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY openjdk /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
DOCKERFILE
  quietly 600 podman build --format docker -t "$1" .
}

# Unpacks Debian packages without installing them: no service of this machine is started.
images_unpack() {
  local package
  for package in "$@"; do
    quietly 300 apt-get download "$package"
  done
  mkdir packages
  for package in ./*.deb; do dpkg -x "$package" packages; done
}

images_etcd() {
  images_unpack etcd-server etcd-client
  cat >Dockerfile <<DOCKERFILE
FROM $images_base
COPY packages/usr/bin/etcd packages/usr/bin/etcdctl /usr/local/bin/
CMD ["/usr/local/bin/etcd"]
DOCKERFILE
  quietly 300 podman build --format docker --network none -t "$1" .
}

images_prometheus() {
  images_unpack prometheus
  cat >Dockerfile <<DOCKERFILE
FROM $images_base
COPY packages/usr/bin/prometheus packages/usr/bin/promtool /bin/
RUN mkdir /prometheus && chown 65534:65534 /prometheus
USER 65534:65534
VOLUME /prometheus
ENTRYPOINT ["/bin/prometheus"]
DOCKERFILE
  quietly 300 podman build --format docker --network none -t "$1" .
}
