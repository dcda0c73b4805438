include "base.thrift"
namespace java io.millrace.generated.services

struct Holder { 1: base.Shared shared, 2: list<base.Shared> all }
exception Busy { 1: i32 seconds }

/** Counts things. */
service Counter extends base.Base {
  /** One more. */
  i64 add(1: string name, 2: i64 by = 1) throws (1: base.Lost lost, 2: Busy busy)
  void clear() throws (1: Busy busy)
  Holder find(1: base.Shared key, 2: optional list<i32> numbers)
  list<string> names()
  void nothing()
  oneway void hint(1: string name)
}
