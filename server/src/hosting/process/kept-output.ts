/** What is kept of a command's output, in bytes: its end, with an answer and what hosted code prints behind it. */
export const KEPT_OUTPUT = 320 * 1024;
/** What is kept of a command's errors, in bytes. */
export const KEPT_ERRORS = 64 * 1024;
