/** Every type, every requiredness, sparse and negative ids. */
namespace java io.millrace.generated.everything

enum Color { RED = 1, GREEN = 2 }

struct Ano { 1: i64 number, 2: string text }

union Choice {
  1: i64 number
  2: string text
  3: Ano part
  4: list<i32> numbers
  5: list<string> names
  6: double ratio = 0.5
}

/** A struct that can contain itself. */
struct Tree {
  1: string name
  2: optional Tree left
  3: optional Tree right
  4: optional list<Tree> children
  5: optional map<string, Tree> byName
}

typedef map<Color, map<i16, double>> ByColor

struct Everything {
  1: bool aBool
  2: i8 anI8
  3: i16 anI16
  4: i32 anI32
  5: i64 anI64
  6: double aDouble
  7: string aString
  8: binary aBinary
  9: uuid aUuid
  10: Color color
  11: Ano part
  12: optional Choice choice
  13: optional bool maybeBool
  14: optional i32 maybeI32
  15: required i64 mustI64
  16: required string mustString
  17: required Color mustColor
  18: required uuid mustUuid
  19: required Ano mustPart
  20: list<bool> bools
  21: list<i8> bytes
  22: list<i16> shorts
  23: list<i32> ints
  24: list<double> doubles
  25: list<Color> colors
  26: list<binary> binaries
  27: list<list<i32>> matrix
  28: list<Ano> parts
  29: set<i32> intSet
  30: set<string> stringSet
  31: set<Ano> structSet
  32: list<i64> longs
  33: list<uuid> ids
  34: optional map<i32, i32> ints2
  35: map<i32, double> doubles2
  36: map<i64, i32> ints3
  37: map<i64, i64> longs3
  38: map<i64, double> doubles3
  39: list<map<i32, i64>> maps
  40: map<string, bool> boolByName
  41: map<i64, Ano> partByNumber
  42: map<string, list<string>> listByName
  43: ByColor mapByColor
  44: optional map<binary, string> textByBinary
  45: map<double, i8> byteByDouble
  46: map<Ano, set<i64>> setByPart
  47: required list<string> mustWords
  48: set<set<list<uuid>>> deep
  300: optional i32 late
  -5: i16 negative
}

struct Nothing {}

exception Failed { 1: string message, 2: i32 code, 3: optional list<string> reasons }
exception Silent {}
