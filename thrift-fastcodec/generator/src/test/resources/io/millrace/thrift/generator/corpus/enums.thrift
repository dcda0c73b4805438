/** Colours. */
enum Color {
  /** Like blood. */
  RED = 1 (hex = "#f00"),
  GREEN
  BLUE = 0x10;
  NAVY = 16
  ABSENT = -1
} (closed)
enum None {}
senum Season { "spring", 'summer'; "autumn" "winter" }
