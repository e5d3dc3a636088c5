import type { Sentence } from '@panel/contract';
import { compile } from '@panel/contract/message';
import { sayMessage } from '@panel/contract/say-message';

/** One sentence. The text is a literal, so that `scripts/words.ts` finds it. */
export const sentence = (template: string, values: Sentence['values'] = {}): Sentence => ({ template, values });

/** Its English. Without values it is said as it is: it may come from outside, and braces in it mean nothing. */
export const englishOf = ({ template, values }: Sentence): string =>
  Object.keys(values).length > 0 ? sayMessage(compile(template), values, 'en') : template;
