/** Tests of the failing disks. */
@NullMarked
package io.millrace.testkit.disk;

import org.jspecify.annotations.NullMarked;
