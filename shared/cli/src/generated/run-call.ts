import type { Command, Field } from '../catalog.ts';
import { usage } from '../fault.ts';
import { ask, read, write } from '../session/ask.ts';
import type { Panel } from '../session/choose-panel.ts';

export type Values = { path: Record<string, string>; query: Record<string, unknown>; body: Record<string, unknown> };

const fill = (path: string, values: Readonly<Record<string, string>>): string =>
  // bounded: the path of a call of the contract, 100 characters
  path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

const isMissing = ({ name, in: place, required, type }: Field, { query, body }: Values): boolean =>
  required === true && type !== 'boolean' && place !== 'path' && (place === 'query' ? query : body)[name] === undefined;

/** Sends a call with its values. @throws Fault when one that is required is missing */
export async function runCall<T>(panel: Panel, { method, path, fields, upload }: Command, values: Values): Promise<T> {
  const missing = fields.filter((field) => isMissing(field, values)).map(({ flag }) => `--${flag}`);
  if (missing.length > 0) throw usage(`Missing: ${missing.join(', ')}. Options and --input are both read.`);
  const filled = fill(path, values.path);
  if (method === 'GET') return read<T>(panel, filled, values.query);
  if (!upload) return write<T>(panel, method, filled, values.body);
  const { formBody } = await import('./form.ts');
  const body = formBody(
    fields.filter(({ in: place }) => place === 'body'),
    values.body,
  );
  return ask<T>(panel, { method, path: filled, body });
}
