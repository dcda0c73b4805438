/** The storage as Kafka sees it, and the disks and segments that its tests share. */
package io.millrace.tiered;
