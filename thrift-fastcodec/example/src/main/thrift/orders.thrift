/** What a shop sends. */
namespace java io.millrace.thrift.example.orders

/** How far an order is. */
enum State { OPEN = 1, PAID = 2, SENT = 4 }

/** A line of an order. */
struct Line {
  1: required i64 article
  2: i32 count = 1
  3: optional string note
}

struct Order {
  1: required i64 id
  /** Who pays. */
  2: string customer
  3: list<Line> lines
  4: State state = State.OPEN
  5: optional i64 paidAt
  6: map<string, string> labels
  7: list<i64> events
  8: optional Line gift
}

union Payment { 1: i64 cents, 2: string voucher }

exception Refused { 1: string message, 2: optional State state }

const list<string> CURRENCIES = ["EUR", "CHF"]

service Orders {
  /** Takes an order. */
  Order place(1: Order order, 2: Payment payment) throws (1: Refused refused)
  oneway void forget(1: i64 id)
}
