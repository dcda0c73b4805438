/** Names that Java has for something else. A comment with */
namespace java io.millrace.generated.names

/** \u0041 \user <b>& @see {@link} /* not nested */
enum record { class, of = 3, KNOWN = 4, number = 5, RED = 6, RED_NUMBER = 7, also_red = 6 }

struct Object { 1: string Object, 2: i32 int, 3: String string, 4: list<List> list }
struct String { 1: binary value }
struct List { 1: optional String var, 2: Map map }
struct Map { 1: map<string, string> entry, 2: map<Integer, Double> entry1 }
struct Integer { 1: i32 value }
struct Double { 1: double value }
struct Type { 1: i32 TYPE, 2: string type }
struct TypeView { 1: i32 view }
struct Override { 1: required bool a }
struct override { 1: Type type }
struct ThriftStruct { 1: i32 size }
struct WireType { 1: i32 stop }

struct Locals {
  1: i32 to, 2: i32 out, 3: i32 in, 4: i32 at, 5: string value, 6: list<string> lengths, 7: i64 length
  8: i32 hash, 9: optional i32 text, 10: i32 other, 11: i32 that, 12: i32 field, 13: set<string> element1
  14: map<string, string> entry1, 15: list<list<string>> item1, 16: i32 count1, 17: i32 i1, 18: list<i32> key1
  19: double id
}

struct Members {
  1: optional i32 set, 2: optional i32 set2, 3: i32 which, 4: i32 unknown, 5: i32 unknownFields, 6: i32 getClass
  7: i32 hashCode, 8: i32 toString, 9: i32 equals, 10: i32 wait, 11: i32 notify, 12: i32 clone, 13: i32 finalize
  14: i32 TYPE, 15: i32 MEMORY, 16: i32 FIXED, 17: i32 HEADERS, 18: i32 binaryLength, 19: i32 readRest
  20: optional i32 foo, 21: bool hasFoo, 22: bool clearFoo, 23: optional i32 Foo, 24: list<string> fooBar, 25: list<string> foo_bar
  26: i32 FOO_BAR, 27: list<string> FooBar, 28: string empty, 29: double close, 30: string toBytes, 31: string over, 32: string write
  33: i32 class, 34: i32 _, 35: i32 __, 36: i32 newConstant1, 37: i32 hashCode1, 38: Members equals1, 39: i32 viewPart, 40: Type part
}

union Words { 1: i32 which, 2: string unknown, 3: Words this, 4: bool true1 }

exception Error { 1: i32 cause, 2: i32 getMessage, 3: string getCause, 4: i32 serialVersionUID, 5: i32 message, 6: string stackTrace }

const i32 class = 1
const i32 new = 2
const record FIRST = record.class

service Service {
  void wait()
  i32 toString()
  string notify(1: string arguments, 2: i32 result, 3: i32 value, 4: i32 class, 5: i32 caller, 6: string handler) throws (1: Error success, 2: Error failure)
  oneway void class(1: i32 this)
  i32 client(1: String caller)
  void outcome()
}

service ServiceClient extends Service { void more() }

struct lower { 1: optional lower lower, 2: to to, 3: list<value> value }
struct to { 1: i32 at }
struct value { 1: i32 item1 }
