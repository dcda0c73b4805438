/** Every construct of the language once, for libraries that have never seen each other. */
include "base.thrift"
namespace java io.millrace.thrift.peers
namespace py peers
namespace * millrace.peers

typedef i64 Number
typedef map<Color, map<i16, double>> ByColor

const i32 BUSY_SECONDS = 0x2A
const map<string, list<i16>> TABLE = {"a": [1, -2], 'b': []}
const Color FAVOURITE = Color.GREEN

enum Color {
  RED = 1
  GREEN
  BLUE = -7,
}

struct Ano {
  1: Number number
  2: string text
}

union Choice {
  1: i64 number
  2: string text
  3: Ano part
  4: list<i32> numbers
  5: list<string> names
}

/** Contains itself. */
struct Tree {
  1: string name
  2: optional Tree left
  3: optional Tree right
  4: optional list<Tree> children
  5: optional map<string, Tree> byName
}

struct Everything {
  1: bool aBool
  2: i8 anI8
  3: i16 anI16
  4: i32 anI32
  5: i64 anI64
  6: double aDouble
  7: string aString
  8: binary aBinary
  9: Color color = FAVOURITE
  10: Ano part
  11: optional Choice choice
  12: optional bool maybeBool
  13: optional i32 maybeI32 = 13
  14: required i64 mustI64
  15: required string mustString
  16: required Ano mustPart
  20: list<bool> bools
  21: list<i8> bytes
  22: list<i16> shorts
  23: list<i32> ints
  24: list<Number> longs
  25: list<double> doubles
  26: list<Color> colors
  27: list<binary> binaries
  28: list<list<i32>> matrix
  29: list<Ano> parts
  30: set<i32> intSet
  31: set<string> stringSet
  32: set<Ano> structSet
  40: map<string, bool> boolByName
  41: map<i64, Ano> partByNumber
  42: map<string, list<string>> listByName
  43: ByColor mapByColor
  44: optional map<binary, string> textByBinary
  45: map<i32, i64> longByInt
  46: map<Ano, set<i64>> setByPart
  300: optional i32 late
  -5: i16 negative
}

/** Apart, since not every library knows the type. */
struct Identified {
  1: required uuid id
  2: list<uuid> others
  3: map<uuid, string> names
}

struct Nothing {}

exception Failed {
  1: string message
  2: i32 code
  3: optional list<string> reasons
}

service Peers extends base.Named {
  /** The same again. */
  Everything echo(1: Everything value)
  Identified identify(1: Identified value)
  Nothing blank(1: Nothing value)
  /** The sum of all numbers. */
  Number total(1: list<i64> numbers, 2: map<string, i32> named)
  /** Always throws: Busy for code 0, else Failed. */
  void refuse(1: string message, 2: i32 code) throws (1: Failed failed, 2: base.Busy busy)
  void nothing()
  oneway void note(1: string text)
  /** All notes so far. */
  list<string> notes()
}
