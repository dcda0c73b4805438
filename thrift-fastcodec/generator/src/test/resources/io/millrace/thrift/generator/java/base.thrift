namespace java io.millrace.generated.base

struct Shared { 1: i32 number }
exception Lost { 1: string message }
service Base {
  /** Whether it is there. */
  bool exists(1: string name) throws (1: Lost lost)
  oneway void touch(1: string name)
}
