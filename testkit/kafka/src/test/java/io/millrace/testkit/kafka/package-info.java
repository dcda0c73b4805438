@NullMarked
package io.millrace.testkit.kafka;

import org.jspecify.annotations.NullMarked;
