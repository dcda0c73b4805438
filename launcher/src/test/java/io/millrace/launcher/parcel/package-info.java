/** The demo of the Thrift codec, run small. */
@NullMarked
package io.millrace.launcher.parcel;

import org.jspecify.annotations.NullMarked;
