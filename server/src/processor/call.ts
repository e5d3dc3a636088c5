import type { Ledger } from './ledger.ts';
import { textOf, type FormFields } from './parse-form.ts';
import { invalid } from './processor-error.ts';

export type ProcessorCall = {
  ledger: Ledger;
  fields: FormFields;
  /** The id in the path, and the one after it. */
  id: string;
  second: string;
  /** The request has the publishable key alone. */
  isPublic: boolean;
};

/** A field that has to be there. @throws ProcessorError 400 */
export const need = (fields: FormFields, name: string): string => {
  const value = textOf(fields, name);
  if (value === undefined || value === '') throw invalid(`Missing required param: ${name}.`, name);
  return value;
};

/** A whole number of a field. @throws ProcessorError 400 */
export function whole(text: string | undefined, name: string, min: number, max = 99_999_999): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < min || value > max) throw invalid(`Invalid integer: ${text}`, name);
  return value;
}

type Handler = (call: ProcessorCall) => object;
export type Route = { method: 'GET' | 'POST' | 'DELETE'; path: RegExp; isPublic?: true; handle: Handler };

/** A list in Stripe's form. */
export const list = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url });
/** The newest rows, as many as were asked for. */
export const newest = <T extends { created: number }>(rows: T[], fields: FormFields): T[] =>
  rows.toReversed().slice(0, Math.min(100, Number(textOf(fields, 'limit') ?? 10)));
