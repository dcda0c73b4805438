/**
 * The demo of the Thrift codec: random parcels in our bytes, read and written again by Apache's own library.
 *
 * <p>{@link io.millrace.launcher.parcel.Parcel} is ours and {@code ApacheParcel} theirs; both stand here as their generators write such classes, as far as a demo needs it:
 *
 * <pre>
 * struct Parcel {
 *   1: i64 id
 *   2: string sender
 *   3: bool fragile
 *   4: list&lt;i64&gt; stations
 *   5: map&lt;string, string&gt; labels
 *   6: optional string note
 * }
 * </pre>
 */
@NullMarked
package io.millrace.launcher.parcel;

import org.jspecify.annotations.NullMarked;
