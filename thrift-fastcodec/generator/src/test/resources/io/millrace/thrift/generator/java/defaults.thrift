namespace java io.millrace.generated.defaults

enum Level { LOW = 1, HIGH = 2 }

const i8 SMALL = -128
const i16 SHORT = -32768
const i32 INT = -2147483648
const i64 LONG = -9223372036854775808
const double REAL = 1.5e300
const double ZERO = 0
const string TEXT = "müßig \"quoted\" back\\slash \t 磨 🌾 $L $T"
const binary BYTES = "äb"
const uuid ID = "00112233-4455-6677-8899-aabbccddeeff"
const Level LEVEL = Level.HIGH
const list<i64> NUMBERS = [1, 2, 3]
const list<string> WORDS = ["a", "b"]
const list<string> NONE = []
const set<Level> LEVELS = [Level.LOW]
const map<string, list<i32>> TABLE = {"a": [1, 2], "b": []}
const map<i32, i64> COUNTS = {1: 2, 3: 4}
const Point ORIGIN = {"x": 1, "label": "here", "tags": ["t"]}
const list<Point> PATH = [{"x": 1}, {"y": 2, "inner": {"depth": 3}}]
const bool YES = true

struct Inner { 1: i32 depth = 7 }

struct Point {
  1: i32 x
  2: i32 y = 5
  3: optional i32 z = 6
  4: string label = "none"
  5: list<string> tags = ["one", "two"]
  6: optional Inner inner = {"depth": 9}
  7: optional string note = "noted"
  8: required i64 must = 4
  9: list<i32> numbers = [1, 2]
  10: Level level = LEVEL
  11: map<string, set<i32>> sets = {"s": [1]}
  12: double ratio = ZERO
}

union Either { 1: i32 number, 2: string text = "default" }
