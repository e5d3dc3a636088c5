import { HostingError } from '../hosting-error.ts';

/** Signs that only a shell understands, outside of quotes. */
const OPERATORS = /[|&;<>()$`\n\r*?~#{}[\]!\\]/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

const refused = (command: string, sign: string): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    `The command "${command.slice(0, 200)}" contains ${sign}, which needs a shell. Put it into a script of package.json, and use npm run with the name of the script.`,
    { retryable: false },
  );

/**
 * Splits a command into its words; quotes keep spaces. It is started without a shell.
 * @throws HostingError BUILD_FAILED for what only a shell understands
 */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const sign of command) {
    if (quote !== null) {
      if (sign === quote) quote = null;
      else if (quote === '"' && /[$`\\]/.test(sign)) throw refused(command, sign);
      else word = (word ?? '') + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (OPERATORS.test(sign)) throw refused(command, sign === '\n' || sign === '\r' ? 'a line break' : sign);
    else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  if (quote !== null) throw refused(command, 'a quote without its end');
  if (word !== null) words.push(word);
  if (words[0] !== undefined && ASSIGNMENT.test(words[0])) throw refused(command, 'a variable in front');
  if (words.length === 0) throw refused(command, 'no word');
  return words;
}
