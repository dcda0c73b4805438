/** The delegate before a metadata manager that remembers what it is told. */
package io.millrace.tiered.meta;
