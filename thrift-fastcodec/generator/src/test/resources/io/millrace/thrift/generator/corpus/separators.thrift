# of the shell
// of C++
/* of C */
/**/
/***/
/*****
struct NotThis {}
******/
struct Tight{1:i32 a;2:i32 b,3:i32 c}struct Next{}
struct Implicit {
  i32 first          // no id, no separator
  required i32 second;
  7: optional i32 third /* between */ i32 fourth
};
enum Bare { A B, C; D }
const i32 X = 1; const i32 Y = 2,
const list<i32> L = [1 2, 3; 4]
service Empty {}
