typedef bool T1
typedef byte T2
typedef i8 T3
typedef i16 T4
typedef i32 T5 (bits = "32", signed)
typedef i64 T6
typedef double T7
typedef string (cpp.type = "fb\"s\"") T8
typedef binary T9
typedef uuid T10
typedef slist T11
typedef list<string> T12
typedef list cpp_type "std::vector" <i32> T13
typedef list<i32> cpp_type 'old' T14
typedef set cpp_type "s" <list<map<i8, set<double>>>> (sorted) T15
typedef map cpp_type "m" <string (a = "1"), other.Thing> T16
typedef other.Thing (boxed) T17
