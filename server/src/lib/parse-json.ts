import * as v from 'valibot';
import { scanJson, type JsonLimits } from './json-scan.ts';

/** `bytes`: of the text in UTF-8. */
export type JsonBounds = JsonLimits & { bytes: number };

/** Of an answer that people read: the largest inventory of a site is within it. */
export const ANSWER_BOUNDS = { bytes: 256 * 1024, depth: 8, elements: 16_000 } as const satisfies JsonBounds;

/**
 * The value of a JSON text if it has this form; null for any other text. What a foreign text would become is counted
 * before it is parsed, and validation ends at the first error, so that a text costs what its bytes cost.
 */
export function parseJson<T>(
  schema: v.GenericSchema<unknown, T>,
  text: string | Buffer,
  bounds: JsonBounds = ANSWER_BOUNDS,
): T | null {
  // A character takes at least one byte.
  if (text.length > bounds.bytes) return null;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (bytes.length > bounds.bytes || scanJson(bytes, bounds) !== 'ok') return null;
  try {
    const parsed = v.safeParse(schema, JSON.parse(typeof text === 'string' ? text : text.toString('utf8')), {
      abortEarly: true,
    });
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
