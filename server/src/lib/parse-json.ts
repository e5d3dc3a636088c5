import * as v from 'valibot';

/** The value of a JSON text if it has this form; null for any other text. */
export function parseJson<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    return null;
  }
}
