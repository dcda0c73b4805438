/** What this file
 *  is for.
 */
include "shared/base.thrift"
include 'other.thrift';
cpp_include "<vector>"
namespace java io.millrace.sample (private = "no")
namespace * sample,
namespace smalltalk.category Sample.Old
namespace unheard_of "a-b.c"
php_namespace sample
py_module sample.py
