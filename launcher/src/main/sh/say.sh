# Messages, and answers to a mistyped word. Sourced by ./millrace.

say() { printf '%s\n' "$*"; }

note() { printf 'millrace: %s\n' "$*" >&2; }

# Ends with a message that says what is wrong and what to do: die STATUS LINE…
die() {
  status=$1
  shift
  note "$1"
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit "$status"
}

# The candidate nearest to WORD, if it is near enough to be a slip: nearest WORD CANDIDATE…
nearest() {
  printf '%s\n' "$@" | awk '
    function least(a, b, c) { return a < b ? (a < c ? a : c) : (b < c ? b : c) }
    function distance(a, b,   i, j, row, left, above) {
      for (j = 0; j <= length(b); j++) row[j] = j
      for (i = 1; i <= length(a); i++) {
        left = row[0]; row[0] = i
        for (j = 1; j <= length(b); j++) {
          above = row[j]
          row[j] = least(above + 1, row[j - 1] + 1, left + (substr(a, i, 1) != substr(b, j, 1)))
          left = above
        }
      }
      return row[length(b)]
    }
    NR == 1 { word = $0; best = 3 < length(word) / 2 ? 3 : length(word) / 2; next }
    { d = distance(word, $0); if (d <= best && (found == "" || d < best)) { best = d; found = $0 } }
    END { print found }'
}

# wrong_word KIND WORD 'CANDIDATES' 'WHERE THE LIST IS'
wrong_word() {
  # shellcheck disable=SC2086 # candidates are words
  guess=$(nearest "$2" $3)
  die 2 "unknown $1: $2" ${guess:+"Did you mean $guess?"} "The list: $4"
}

show_help() {
  case $1 in
    -* | */* | '') set -- millrace ;;
  esac
  if [ -f "$steps/help/$1.txt" ]; then
    cat "$steps/help/$1.txt"
  else
    wrong_word command "$1" 'demo up agent wal queue sql tiered thrift test totals' './millrace help'
  fi
}

# Answers --help and a mistyped flag before anything is built: the flags of a command are those its help names.
# check_flags COMMAND ARGUMENT…
check_flags() {
  help_file=$steps/help/$1.txt
  known=$(tr -c 'a-zA-Z-' '\n' <"$help_file" | grep '^--[a-z]' | sort -u)
  command_name=$1
  shift
  for argument in "$@"; do
    flag=${argument%%=*}
    case $flag in
      -h | --help)
        cat "$help_file"
        exit 0
        ;;
      --millrace.* | --server.* | --management.* | --logging.*)
        [ "$command_name" = agent ] || wrong_word flag "$flag" "$known" "./millrace $command_name --help"
        ;;
      -*)
        printf '%s\n' "$known" | grep -qxF -e "$flag" ||
          wrong_word flag "$flag" "$known" "./millrace $command_name --help"
        ;;
    esac
  done
}
