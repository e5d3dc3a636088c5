import { PlainError, UsageError } from '../plain-error.ts';

/** `parseArgs` throws its own errors for what it does not know. */
const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

/** Runs a command: 0 when it worked, 1 with one line when it was refused, 2 with how it is used when it was written wrongly. */
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
