import { toJsonSchema } from '@valibot/to-json-schema';
import type { Call } from '../contract/calls.ts';
import { isStrict, type IsFirst, type Json } from './worst-json.ts';

/** An address with its query; Node refuses a head of more than 16 KB, and cookies are part of it. */
const TARGET_CHARACTERS = 14_000;
const HOLE = /\{\+?(\w+)\}/g;
/** An id that exists nowhere: whatever is in a path, the rest of the request is read first. */
const NO_ID = '00000000-0000-4000-8000-000000000000';

export type WorstTarget = { what: string; target: string };

const filled = (part: string, characters: number, end = ''): string =>
  part.repeat(Math.max(0, Math.floor((characters - end.length) / part.length))) + end;

/** Repeated parts of a value, encoded, and an end that fits to no pattern. */
const VALUES: readonly [string, string][] = [
  ['%20', '%01'],
  ['a', '!'],
  ['a.', '!'],
  ['1', 'x'],
  ['%3Ca%20', '%01'],
  ['%2e%2e%2f', '%00'],
  ['%ed%a0%80', '%'],
];

/** What readers of queries take for lists and objects, and what they take for numbers of elements. */
const queriesOf = (name: string): readonly string[] => [
  `${name}=1&`,
  `${name}[]=1&`,
  `${name}[a]=1&`,
  `${name}[4294967294]=1&`,
  `__proto__[${name}]=1&`,
];

const pathOf = ({ wire }: Call, valueOf: (name: string) => string): string =>
  wire.replace(HOLE, (_hole, name: string) => valueOf(name));

/** The address of a call for something that is not there. */
export const plainTarget = (call: Call): string => pathOf(call, () => NO_ID);

const propertiesOf = ({ input, detailed }: Call): Record<string, Json> => {
  if (!input) return {};
  const { properties = {} } = toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' }) as Json;
  return (detailed ? properties['params']?.properties : properties) ?? {};
};

/**
 * Addresses that are as expensive as the limit of a request's head allows: each part of the path, and the query. Values
 * that a schema refuses are here for the first call that has the schema.
 */
export function worstTargets(call: Call, isFirst: IsFirst): WorstTarget[] {
  const plain = plainTarget(call);
  const room = TARGET_CHARACTERS - plain.length;
  const holes = [...call.wire.matchAll(HOLE)].map(([, name = '']) => name);
  const properties = propertiesOf(call);
  const isNew = (kind: string, name: string): boolean => {
    const schema = properties[name];
    return !isStrict(schema) || isFirst(`${kind} ${call.meta.audience} ${JSON.stringify(schema)}`);
  };
  const query = (what: string, text: string): WorstTarget => ({ what, target: `${plain}?${text}` });
  const names = call.method === 'GET' ? Object.keys(properties).filter((name) => !holes.includes(name)) : [];
  const reader = ['query', call.method, call.meta.audience, call.detailed, names.length > 0].join(' ');
  return [
    ...holes
      .filter((hole) => isNew('path', hole))
      .flatMap((hole) =>
        VALUES.map(([part, end]) => ({
          what: `${hole} of ${part}`,
          target: pathOf(call, (name) => (name === hole ? filled(part, room, end) : NO_ID)),
        })),
      ),
    ...(isFirst(reader)
      ? [
          query('names', filled('&a=', room)),
          query('other names', Array.from({ length: Math.floor(room / 6) }, (_, n) => `${n.toString(36)}=`).join('&')),
          query('nesting', `a${filled('[a]', room - 3)}=1`),
          query('open brackets', filled('[', room)),
        ]
      : []),
    ...names
      .filter((name) => isNew('query', name))
      .flatMap((name) => [
        ...VALUES.map(([part, end]) =>
          query(`${name} of ${part}`, `${name}=${filled(part, room - name.length - 1, end)}`),
        ),
        ...queriesOf(name).map((part) => query(`many ${part}`, filled(part, room))),
      ]),
  ];
}
