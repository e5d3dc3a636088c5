import { HostingError } from '../hosting-error.ts';
import { sentence } from '../../lib/sentence.ts';

/** Signs that only a shell understands, outside of quotes. */
const OPERATORS = /[|&;<>()$`\n\r*?~#{}[\]!\\]/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** What needs a shell: a sign, or what one of these sentences names. */
const NEEDS_SHELL = {
  sign: sentence('The command "{command}" contains {sign}, which needs a shell.'),
  line: sentence('The command "{command}" contains a line break, which needs a shell.'),
  quote: sentence('The command "{command}" contains a quote without its end, which needs a shell.'),
  variable: sentence('The command "{command}" contains a variable in front, which needs a shell.'),
};

function refused(command: string, what: Exclude<keyof typeof NEEDS_SHELL, 'sign'> | { sign: string }): HostingError {
  const { template } = NEEDS_SHELL[typeof what === 'string' ? what : 'sign'];
  const values = { command: command.slice(0, 200), ...(typeof what === 'string' ? {} : what) };
  const advice = sentence('Put it into a script of package.json, and use npm run with the name of the script.');
  return new HostingError('BUILD_FAILED', [sentence(template, values), advice], { retryable: false });
}

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
      else if (quote === '"' && /[$`\\]/.test(sign)) throw refused(command, { sign });
      else word = (word ?? '') + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (OPERATORS.test(sign)) throw refused(command, sign === '\n' || sign === '\r' ? 'line' : { sign });
    else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  if (quote !== null) throw refused(command, 'quote');
  if (word !== null) words.push(word);
  if (words[0] !== undefined && ASSIGNMENT.test(words[0])) throw refused(command, 'variable');
  if (words.length === 0) throw new HostingError('BUILD_FAILED', 'Enter a command.', { retryable: false });
  return words;
}

/** Whether a command needs no shell. */
export function isPlainCommand(command: string | null): command is string {
  try {
    return command !== null && splitCommand(command).length > 0;
  } catch {
    return false;
  }
}
