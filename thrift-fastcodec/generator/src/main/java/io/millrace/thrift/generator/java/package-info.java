/**
 * From a schema to Java. {@code JavaNames} gives every definition its class and reports what Java cannot hold; {@code StructPlan}
 * says all of a struct that its methods share, and each of {@code BinaryLengthCode}, {@code BinaryWriteCode},
 * {@code BinaryReadCode}, {@code CompactCode}, {@code AccessorCode} and {@code ObjectCode} adds its methods to the class;
 * {@code ViewClass}, {@code EnumClass}, {@code ConstantsClass} and {@code ServiceClasses} are files of their own.
 *
 * <p>Statements are text, names of classes are JavaPoet's: it knows what must be imported and what must be written out.
 *
 * <p>No method is longer than 8000 bytecodes, beyond which HotSpot would only interpret it: the fields of a large struct go, a
 * hundred at a time, into methods of their own. The same schema gives the same text.
 */
@NullMarked
package io.millrace.thrift.generator.java;

import org.jspecify.annotations.NullMarked;
