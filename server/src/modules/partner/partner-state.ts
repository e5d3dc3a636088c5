import {
  BRAND_ATTRIBUTES,
  BRAND_IMAGES,
  SECTION_ATTRIBUTE,
  type BrandImage,
  type PartnerAttributes,
  type PartnerVersion,
  type VersionKind,
} from '@panel/contract';
import { LANGUAGE_TAGS, SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { ownTextsOf } from '@panel/contract/own-texts';
import type { PartnerState } from '../../db/schema/partner-version.table.ts';
import type { PartnerRow } from '../../context/call-context.ts';

/** The partner's column for an image. */
const COLUMN = { logo: 'logo', logo_small: 'logoSmall', favicon: 'favicon' } as const satisfies Record<
  BrandImage,
  keyof PartnerRow
>;

const NAMES: Readonly<Record<Exclude<VersionKind, 'texts'>, readonly string[]>> = {
  branding: [...BRAND_ATTRIBUTES, ...BRAND_IMAGES],
  sections: Object.values(SECTION_ATTRIBUTE),
};

const isImage = (name: string): name is BrandImage => (BRAND_IMAGES as readonly string[]).includes(name);
/** Longer values are reported by name only. */
const TOLD_MAX = 200;

/** The own texts of all languages in one state: `de:Save` → `Sichern`. */
const textsOf = ({ languages }: PartnerRow): PartnerState =>
  Object.fromEntries(
    LANGUAGE_TAGS.flatMap((language) =>
      Object.entries(ownTextsOf(languages, language)).map(([text, own]) => [`${language}:${text}`, own]),
    ),
  );

/** The own texts of one language in a state of them. */
export const ownTextsIn = (state: PartnerState, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(state).flatMap(([name, own]) =>
      name.startsWith(`${language}:`) ? [[name.slice(language.length + 1), own]] : [],
    ),
  );

/** The state with other own texts in one language. */
export const withOwnTexts = (
  state: PartnerState,
  language: Language,
  texts: readonly { text: string; own: string }[],
): PartnerState =>
  Object.fromEntries([
    ...Object.entries(state).filter(([name]) => !name.startsWith(`${language}:`)),
    ...texts.map(({ text, own }) => [`${language}:${text}`, own]),
  ]);

/** A partner's attributes for one kind of version; empty values are left out. */
export function stateOf(row: PartnerRow, kind: VersionKind): PartnerState {
  if (kind === 'texts') return textsOf(row);
  const valueOf = (name: string) =>
    isImage(name) ? row[COLUMN[name]] : row.attributes[name as keyof PartnerAttributes];
  return Object.fromEntries(NAMES[kind].flatMap((name) => (valueOf(name) ? [[name, String(valueOf(name))]] : [])));
}

/** The columns of a partner with a restored state; attributes of other kinds stay. */
export function columnsOf(row: PartnerRow, kind: VersionKind, state: PartnerState) {
  if (kind === 'texts') {
    const others = LANGUAGE_TAGS.filter((language) => language !== SOURCE_LANGUAGE)
      .map((language) => [language, ownTextsIn(state, language)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0);
    return {
      attributes: row.attributes,
      languages: [{ en: ownTextsIn(state, SOURCE_LANGUAGE), ...Object.fromEntries(others) }],
    };
  }
  const others = Object.entries(row.attributes).filter(([name]) => !NAMES[kind].includes(name));
  const own = Object.entries(state).filter(([name]) => !isImage(name));
  const attributes: PartnerAttributes = Object.fromEntries([...others, ...own]);
  if (kind === 'sections') return { attributes };
  return { attributes, ...Object.fromEntries(BRAND_IMAGES.map((name) => [COLUMN[name], state[name] ?? ''])) };
}

/** The differences between two states, in a fixed order. */
export function changesBetween(
  before: PartnerState,
  after: PartnerState,
  kind: VersionKind,
): PartnerVersion['changes'] {
  const told = (name: string, value: string | undefined) =>
    value === undefined || isImage(name) || value.length > TOLD_MAX ? null : value;
  const names = kind === 'texts' ? Object.keys({ ...before, ...after }).sort() : NAMES[kind];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: told(name, before[name]), after: told(name, after[name]) }));
}
