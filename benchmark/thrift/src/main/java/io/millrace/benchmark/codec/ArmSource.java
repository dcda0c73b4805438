package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;

/** Makes an arm and verifies it; made only where the arm is wanted. */
interface ArmSource {
    /** The arm; any exception says why there is none. */
    Arm arm() throws Exception;
}
