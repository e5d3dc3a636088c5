import * as v from 'valibot';
import { LANGUAGE_TAGS } from '../languages.ts';
import { OWN_TEXT_MAX, OWN_TEXTS_CHARACTERS, OWN_TEXTS_MAX, ownTextProblem, problemInEnglish } from '../own-texts.ts';
import { list } from './bounded.ts';
import { Timestamp } from './fields.ts';

const Language = v.picklist(LANGUAGE_TAGS, 'Choose a language from the list.');
const line = v.pipe(v.string(), v.maxLength(OWN_TEXT_MAX), v.nonEmpty('Enter a text.'));

/** Long texts are cut where a message names them. */
const named = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** One own text. A refusal names the text and says why. */
const OwnTextInput = v.pipe(
  v.strictObject({ text: line, own: line }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues) return;
    const { text, own } = dataset.value;
    const wrong = ownTextProblem(text, own);
    if (wrong)
      addIssue({
        message: `“${named(text)}”: ${problemInEnglish(wrong)}`,
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'own', value: own }],
      });
  }),
);

const charactersOf = (texts: readonly { text: string; own: string }[]): number =>
  texts.reduce((sum, { text, own }) => sum + text.length + own.length, 0);

export const SaveTextsInput = v.strictObject({
  /** The version that the change was made from; 0 before the first change. */
  base: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  language: Language,
  /** Replaces all of the language. */
  texts: v.pipe(
    list(OwnTextInput, { max: OWN_TEXTS_MAX }),
    v.check((texts) => new Set(texts.map(({ text }) => text)).size === texts.length, 'Each text can be replaced once.'),
    v.check(
      (texts) => charactersOf(texts) <= OWN_TEXTS_CHARACTERS,
      'These texts are too long together: every page carries them.',
    ),
  ),
});

export const TextsQuery = v.object({ language: Language });
export const FindTextsQuery = v.object({
  language: Language,
  search: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
});

/** A text of the panel: its English, which is its id, what the panel says in the language, and where it appears. */
export const PanelText = v.object({
  text: v.string(),
  shown: v.string(),
  /** Packages: a remote's id, `shell`, `server` for emails, and those that several share. */
  where: v.array(v.string()),
});
export type PanelText = v.InferOutput<typeof PanelText>;

/** A partner's own text. `used` is false where the panel has no such text any more. */
export const OwnText = v.object({ ...PanelText.entries, own: v.string(), used: v.boolean() });
export type OwnText = v.InferOutput<typeof OwnText>;

/** The own texts of a language; the version is that of all languages. */
export const OwnTexts = v.object({
  version: v.number(),
  changed_by: v.nullable(v.string()),
  changed_at: v.nullable(Timestamp),
  language: Language,
  texts: v.array(OwnText),
});
export type OwnTexts = v.InferOutput<typeof OwnTexts>;

/** The first of the texts that match. */
export const FoundTexts = v.object({ total: v.number(), texts: v.array(PanelText) });
export type FoundTexts = v.InferOutput<typeof FoundTexts>;
