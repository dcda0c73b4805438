/** A point. */
struct Point xsd_all {
  /**
   * To the right.
   *   Indented.
   */
  1: required double x = 0.0,
  2: required double y = -1.5e3
  -3: i32 z (unit = "m"; note)
} (final, java.name = 'P\'t')

union Either {
  1: i32 left
  2: string right = "x\ty\n\"z\" 'q' \\"
}

exception Failed {
  1: string what
  0x10: i32 hex
}

struct Tree {
  1: optional Tree & left;
  2: optional Tree& right
  3: list<Tree> all = []
}

struct Words {
  1: i32 struct
  2: i32 required
  3: required i32 optional
  4: string string
  5: i32 service, 6: i32 namespace, 7: i32 include
  8: map<i32, i32> map = {1: 2}
  9: i32 senum
  list<i32> list
  i32 true
}

struct Schema {
  1: string a xsd_optional xsd_nillable xsd_attrs { 1: string inner = "i" } (last)
  2: string b xsd_nillable
}
