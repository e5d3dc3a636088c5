import { PlainError, UsageError } from '../plain-error.ts';

/** `parseArgs` throws its own errors for unknown options. */
const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

/**
 * Runs a command and returns the exit code: 0 for success, 1 with one line for a refusal, 2 with the usage for wrong
 * arguments.
 */
export async function run(command: () => Promise<void>, usage: string): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (isUsage(error)) {
      console.error(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
    } else if (error instanceof PlainError) {
      console.error(error.message);
      process.exitCode = 1;
    } else throw error;
  }
}
