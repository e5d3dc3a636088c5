import { BODY_BYTES } from '@panel/contract';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Call } from '../contract/calls.ts';

/** Files of uploads go to disk, and releases are of teams: what is read into memory of those calls is JSON of this size. */
const IN_MEMORY_BYTES = 2 * 1_048_576;
/** For what stands around a value, and for the other limit of `scanJson`: values and names for each so many bytes. */
const AROUND_BYTES = 400;
const BYTES_OF_ELEMENT = 16;
const ELEMENTS_MAX = 50_000;
const NAMES_MAX = 1000;

export type Json = {
  type?: string | string[];
  properties?: Record<string, Json>;
  items?: Json;
  additionalProperties?: Json | boolean;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
};

const ELEMENT = '[]';
const ANY_NAME = '*';
type Place = { kind: 'list' | 'names' | 'text'; path: readonly string[]; schema: Json };

/** Every list, dictionary and text of a schema, at any depth. */
function placesOf(schema: Json, path: readonly string[] = []): Place[] {
  const kind = schema.type === 'array' ? 'list' : schema.type === 'string' ? 'text' : undefined;
  const { additionalProperties: named } = schema;
  return [
    ...(kind ? [{ kind, path, schema } as const] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => placesOf(inner, [...path, name])),
    ...(schema.items ? placesOf(schema.items, [...path, ELEMENT]) : []),
    ...(typeof named === 'object'
      ? [{ kind: 'names', path, schema } as const, ...placesOf(named, [...path, ANY_NAME])]
      : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all) => (all ?? []).flatMap((each) => placesOf(each, path))),
  ];
}

/** The places of a call's body: without those that its path has. */
function bodyPlaces({ input, detailed, declared }: Call): Place[] {
  if (!input) return [];
  const places = placesOf(toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' }) as Json);
  const own = detailed
    ? places.filter(({ path }) => path[0] === 'body').map((place) => ({ ...place, path: place.path.slice(1) }))
    : places.filter(({ path: [name] }) => !declared.includes(`{${name}}`));
  return [...new Map(own.map((place) => [JSON.stringify([place.kind, place.path]), place])).values()];
}

const at = (path: readonly string[], text: string): string =>
  path.reduceRight(
    (inner, name) => (name === ELEMENT ? `[${inner}]` : `{${JSON.stringify(name === ANY_NAME ? 'a' : name)}:${inner}}`),
    text,
  );

const times = (count: number, item: string): string =>
  Array(Math.max(0, Math.floor(count)))
    .fill(item)
    .join(',');
const names = (count: number): string =>
  `{${Array.from({ length: Math.max(0, Math.floor(count)) }, (_, n) => `"${String(n).padStart(6, '0')}":1`).join(',')}}`;

/** Repeated parts and an end that fits to no pattern, which is what backtracking suffers from. */
const TEXTS: readonly [string, string][] = [
  [' ', '\u0001'],
  ['a', '!'],
  ['a.', '!'],
  ['1', 'x'],
  ['<a ', '\u0001'],
];
const textOf = (bytes: number, [part, end]: readonly [string, string]): string =>
  JSON.stringify(part.repeat(Math.floor(bytes / part.length)) + end);

export type WorstBody = {
  what: string;
  text: string;
  /** It is within the limits of the reader, so the schema must see it. */
  isValidated: boolean;
};

/** Whether a schema refuses a long text, or one that has not its form, before any other code sees it. */
export const isStrict = (schema: object = {}): boolean =>
  ['maxLength', 'format', 'pattern', 'enum', 'const'].some((key) => key in schema);

/** True the first time for a text. */
export type IsFirst = (text: string) => boolean;
export function firstTimes(): IsFirst {
  const seen = new Set<string>();
  return (text) => !seen.has(text) && Boolean(seen.add(text));
}

/**
 * Texts of JSON that are as expensive as the limits of a call allow, and larger ones. What is refused before the call
 * sees it is here once: by the reader for each limit, by the schema of a text for each schema.
 */
export function worstBodies(call: Call, isFirst: IsFirst): WorstBody[] {
  const limit = call.meta.upload ? BODY_BYTES : (call.meta.bodyLimitBytes ?? BODY_BYTES);
  const bytes = Math.min(limit, IN_MEMORY_BYTES);
  const room = bytes - AROUND_BYTES;
  // Each value has a comma before it, and both are counted.
  const items = Math.min(ELEMENTS_MAX, limit / BYTES_OF_ELEMENT, bytes / 4) / 2 - 40;
  const reader = [limit, call.meta.upload, call.meta.audience, call.detailed].join(' ');
  const refused = (what: string, text: () => string): WorstBody[] =>
    isFirst(`${reader} ${what}`) ? [{ what, text: text(), isValidated: false }] : [];
  const seen = (what: string, text: string): WorstBody => ({ what, text, isValidated: true });
  const places = bodyPlaces(call);
  return [
    ...refused('a list of empty objects', () => `[${times(room / 3, '{}')}]`),
    ...refused('names', () => names(room / 11)),
    ...refused('nesting', () => '['.repeat(room / 2) + ']'.repeat(room / 2)),
    ...refused('closed too often', () => ']'.repeat(room)),
    ...refused('an open text', () => `"${'\\'.repeat(room - 2)}`),
    ...refused('quotes', () => JSON.stringify('"'.repeat(room / 2))),
    ...refused('a number', () => '1'.repeat(room)),
    ...refused('halves of surrogate pairs', () => `[${times(items, '"\\ud800"')}]`),
    ...refused('one half of a surrogate pair', () => `{"a":[${times(items - 4, '{}')}],"b":"\\ud800"}`),
    seen('as many empty objects as are parsed', `[${times(items, '{}')}]`),
    seen('as many names as are parsed', names(NAMES_MAX)),
    seen('lists of as many names', `[${times(items / NAMES_MAX - 1, names(NAMES_MAX - 1))}]`),
    seen('a name', `{"${'a'.repeat(room)}":1}`),
    ...places.flatMap(({ kind, path, schema }): WorstBody[] => {
      const where = path.join('.');
      if (kind === 'names')
        return [
          ...refused('as many names, somewhere inside', () => at(path, names(room / 11))),
          seen(`${where}: as many names as are parsed`, at(path, names(NAMES_MAX))),
        ];
      if (kind === 'text' && isStrict(schema) && !isFirst(`${bytes} ${JSON.stringify(schema)}`)) return [];
      if (kind === 'text')
        return TEXTS.map((text) => seen(`${where}: a text of ${text[0]}`, at(path, textOf(room, text))));
      return ['{}', '1', '"a"', '[]', 'null'].flatMap((item) => [
        ...refused(`many ${item}, somewhere inside`, () => at(path, `[${times(room / (item.length + 1), item)}]`)),
        seen(`${where}: as many ${item} as are parsed`, at(path, `[${times(items, item)}]`)),
      ]);
    }),
  ];
}
