/** What the scenario `thrift` encodes and decodes, for ours and, by hand, for Apache's library. */
namespace java io.millrace.benchmark.codec.message

/** 112 bytes with a name of 42 letters: what a cache or a counter sends. */
struct Small {
  1: i64 id
  2: i64 created
  3: i64 owner
  4: i32 kind
  5: i32 size
  6: string name
  7: bool active
  8: double score
}

struct Item {
  1: i64 id
  2: string name
  3: i32 count
  4: double price
  /** Every second item has one. */
  5: string note
}

/** About 19 KB of everything that services send; 384 strings below the first level. */
struct Mixed {
  1: i64 id
  2: i32 version
  3: bool live
  4: double ratio
  5: string name
  6: binary blob
  7: list<i64> times
  8: list<i32> codes
  9: list<string> words
  10: map<string, string> labels
  11: list<Item> items
  12: map<i32, i64> counts
}

struct Ano {
  1: i64 id
  2: string name
}

/** 1 MB of one list, as in the article that the design follows. */
struct MyTest {
  1: i64 number
  2: Ano ano
  3: list<i64> numbers
}

/** 1 MB of the narrower numbers. */
struct Codes {
  1: i64 id
  2: list<i32> codes
}

/** 64 KB that are nobody's business but the reader's. */
struct Blob {
  1: i64 id
  2: binary body
}

/** 6 MB: mixed messages by the hundred. */
struct Large {
  1: i64 id
  2: list<Mixed> parts
}
