import { CommanderError } from 'commander';
import { EXIT, Fault } from './fault.ts';
import { kebab } from './generated/kebab.ts';
import { oneLine } from './output/plain-text.ts';
import { note } from './output/print.ts';
import { createProgram } from './program.ts';

/** Runs a command line, and returns its exit code. */
export async function main(words: readonly string[]): Promise<number> {
  try {
    await (await createProgram(words)).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its message; help and the version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    if (!(error instanceof Fault)) throw error;
    note(`panel: ${oneLine(error.message)}`);
    for (const [name, text] of Object.entries(error.fields)) note(`  --${kebab(name)}: ${oneLine(text)}`);
    return error.exit;
  }
}
