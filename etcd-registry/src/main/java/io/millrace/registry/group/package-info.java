/** The live set of one service and its listeners: what all registries have in common. */
@NullMarked
package io.millrace.registry.group;

import org.jspecify.annotations.NullMarked;
