/**
 * What files and their includes mean. {@code FileLoader} finds and parses them, the included before the including;
 * {@code FileReader} then takes one at a time: {@code Scope} declares its names, {@code TypeResolver} flattens typedefs,
 * {@code ConstantEvaluator} turns expressions into values that fit their types, {@code StructReader} and {@code ServiceReader}
 * build what is public, and {@code EncodingAnalysis} says what an encoder needs to know of a struct.
 *
 * <p>Includes are free of cycles, so whatever else might go in circles does so within one file: typedefs, constants, parents of
 * services, defaults. All of these are walked by {@code DependencyOrder}, which needs no stack and names the circle.
 *
 * <p>Names follow Apache Thrift: a name of this file first, then {@code file.Name} of a file that this one includes itself.
 * Order within a file does not matter. Where Apache's compiler lets a mistake pass that cannot be meant, such as a constant
 * beyond its type, this is a problem here. Limits: {@link io.millrace.thrift.generator.schema.SchemaLimits}.
 */
@NullMarked
package io.millrace.thrift.generator.schema;

import org.jspecify.annotations.NullMarked;
