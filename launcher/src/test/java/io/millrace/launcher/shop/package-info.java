@NullMarked
package io.millrace.launcher.shop;

import org.jspecify.annotations.NullMarked;
