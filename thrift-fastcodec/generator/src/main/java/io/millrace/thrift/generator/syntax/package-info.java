/**
 * The text of one file as a tree: {@code Lexer} cuts tokens, one at a time, {@code IdlParser} and the parsers of its parts read
 * them with one token of lookahead, and the tree is records that know their position and the comment before them.
 *
 * <p>The grammar is that of Apache Thrift 0.25 with what older files still have: {@code senum}, {@code slist}, {@code async},
 * {@code xsd_*}, {@code cpp_type} on either side of a list, namespaces in one word such as {@code php_namespace}. Annotations may
 * also stand behind constants and named types. Nothing is resolved here: a name is text.
 *
 * <p>After a mistake reading goes on at the next definition. A run takes time linear in the text, and a stack bounded by
 * {@link io.millrace.thrift.generator.syntax.SyntaxLimits#NESTING}.
 */
@NullMarked
package io.millrace.thrift.generator.syntax;

import org.jspecify.annotations.NullMarked;
