import * as v from 'valibot';
import { plainText } from '../lib/plain-text.ts';

/** A name or title that hosted code gives: cut to `max` characters, and without those that hide what is beside it. */
export const hostedText = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => plainText(text, max)),
  );
