import { isDeepStrictEqual } from 'node:util';
import { PanelError } from './errors.ts';

/** What a form was opened with, of what it saves; undefined from a caller that replaces what there is. */
export type Expected<T extends object> = { [K in keyof T]?: T[K] | undefined } | undefined;

/**
 * Call it in the transaction that saves, with the row locked.
 * @throws PanelError CONFLICT with the current values, if one has changed since the form was opened
 */
export function checkExpected<T extends object>(expected: Expected<T>, now: T): void {
  if (!expected) return;
  const names = Object.keys(expected).filter((name) => Object.hasOwn(now, name)) as (keyof T & string)[];
  if (names.every((name) => expected[name] === undefined || isDeepStrictEqual(expected[name], now[name]))) return;
  throw new PanelError('CONFLICT', {}, { current: Object.fromEntries(names.map((name) => [name, now[name]])) });
}
