/** Counts. */
service Counter extends base.Service {
  /** One more. */
  i64 add(1: i64 by = 1, 2: optional string why) throws (1: Failed failed, 2: other.Full full) (fast),
  void clear();
  oneway void ping()
  async void pong(1: i32 number)
  map<string, i64> (sorted) all(list<string> names,)
} (priority = "high")
service Alone {
}
