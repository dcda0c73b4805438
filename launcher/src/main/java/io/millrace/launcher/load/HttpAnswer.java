package io.millrace.launcher.load;

/**
 * An HTTP answer.
 *
 * @param status the status code
 * @param body decoded as UTF-8
 */
record HttpAnswer(int status, String body) {}
