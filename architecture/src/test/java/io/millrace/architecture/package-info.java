/**
 * The rules of ARCHITECTURE.md, as tests.
 *
 * <p>{@link io.millrace.architecture.MillraceMap} is the map: modules, doors, stages, fences, in one file, one line for each
 * fact. The {@code …Rules} classes turn any such map into ArchUnit rules; {@link io.millrace.architecture.ArchitectureTest}
 * applies them to the product, {@link io.millrace.architecture.RulesBiteTest} to fixtures that break them. What byte code
 * does not keep (comments, literals) is read from the sources through the compiler's own parser.
 */
@NullMarked
package io.millrace.architecture;

import org.jspecify.annotations.NullMarked;
