import { readFileSync, statSync } from 'node:fs';
import { usage } from '../fault.ts';
import type { Field } from '../catalog.ts';

const INPUT_BYTES = 16 * 1024 * 1024;

/** The text of a file, or of standard input for `-`. */
export function textOf(file: string): string {
  try {
    if (file !== '-' && statSync(file).size > INPUT_BYTES) throw new Error('it is larger than 16 MB');
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw usage(`${file === '-' ? 'Standard input' : file} cannot be read: ${(error as Error).message}.`);
  }
}

/** The object of `--input`. */
export function readInput(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(textOf(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw usage(`--input has no valid JSON: ${error.message}.`);
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usage('--input needs a JSON object with the fields of the call.');
  return value as Record<string, unknown>;
}

function one({ flag, choices }: Field, text: string): string {
  if (choices && !choices.includes(text)) throw usage(`--${flag} is one of ${choices.join(', ')}, not "${text}".`);
  return text;
}

/**
 * The value of an option as the request has it. The server checks it again; what is refused here could not have been
 * sent as it was meant.
 */
export function readValue(field: Field, given: unknown): unknown {
  if (field.type === 'boolean') return given === true;
  if (field.type === 'list')
    return (given as string[]).flatMap((text) => text.split(',')).map((text) => one(field, text));
  const text = String(given);
  if (field.type === 'number') {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw usage(`--${field.flag} must be a number, not "${text}".`);
    return value;
  }
  if (field.type !== 'json') return one(field, text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A field that may be a text or something else: what is no JSON is the text.
    if (!/^[[{"]/.test(text)) return text;
    throw usage(`--${field.flag} has no valid JSON.`);
  }
}
