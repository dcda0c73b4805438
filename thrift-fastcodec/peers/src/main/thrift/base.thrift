/** What every peer has. */
namespace java io.millrace.thrift.peers

/** Come back later. */
exception Busy { 1: i32 seconds }

service Named {
  /** Which library answers. */
  string name()
}
