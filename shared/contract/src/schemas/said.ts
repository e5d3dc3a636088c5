import * as v from 'valibot';

/** A sentence inside of another text, or one of several: its English in ICU MessageFormat, and plain values. */
export const Sentence = v.object({
  template: v.string(),
  values: v.record(v.string(), v.union([v.string(), v.number()])),
});
export type Sentence = v.InferOutput<typeof Sentence>;

/** A value of a text: as it is, a day that is written in the language of the text, or sentences inside of the text. */
export const SaidValue = v.union([v.string(), v.number(), v.object({ date: v.string() }), v.array(Sentence)]);
export type SaidValue = v.InferOutput<typeof SaidValue>;

/** What the server says: the English text in ICU MessageFormat and the values of its arguments (ADR 0116). */
export type Said = { template: string; values: Record<string, SaidValue> };

/** Beside an English text in an answer: what a page says it with in another language. Old rows have none. */
export const saidEntries = {
  template: v.optional(v.string()),
  values: v.optional(v.record(v.string(), SaidValue)),
};
