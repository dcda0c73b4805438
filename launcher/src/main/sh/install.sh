# Programs that must be there. As root on Debian they are installed with apt-get; elsewhere the answer names them.
# A program and its Debian package are written `program:package`; a library stands by the path of its folder.

have() {
  command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] || [ -d "$1" ]
}

# The Debian packages of those programs that are missing here.
missing_packages() {
  for pair in "$@"; do
    have "${pair%%:*}" || printf '%s ' "${pair#*:}"
  done
}

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}

apt_updated=no
# apt_install PACKAGE…: false when apt-get could not; its log then says why.
apt_install() {
  mkdir -p "$state"
  if [ $apt_updated = no ]; then
    say "Reading the package lists (apt-get update)"
    apt-get update -q >"$state/apt.log" 2>&1 || note "apt-get update failed (see target/millrace/apt.log); trying with the old lists"
    apt_updated=yes
  fi
  say "Installing $* (apt-get install)"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >>"$state/apt.log" 2>&1
}

# want PROGRAM:PACKAGE…: installs what it can; false when something is still missing, which the caller can live without.
want() {
  missing=$(missing_packages "$@")
  [ -z "$missing" ] && return 0
  can_install || return 1
  # shellcheck disable=SC2086 # packages are words
  apt_install $missing
}

# need PURPOSE PROGRAM:PACKAGE…: the same, but nothing goes on without them.
need() {
  purpose=$1
  shift
  want "$@" && return 0
  die 1 "missing for $purpose: $missing" \
    "Install on Debian or Ubuntu:  sudo apt-get update && sudo apt-get install -y $missing" \
    "Elsewhere: the packages that bring the programs of the same name."
}
