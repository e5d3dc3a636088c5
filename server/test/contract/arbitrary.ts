import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';

/** The parts of valibot's schemas that the contract uses. */
type Node = {
  type: string;
  entries?: Record<string, Node>;
  wrapped?: Node;
  item?: Node;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly Node[];
  requirement?: unknown;
};

const UUID = '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c';
/** A file that would be there if any of the texts had reached a shell. */
export const TOUCHED = path.join(tmpdir(), `touched-by-a-text-${process.pid}`);

/** Texts that break parsers, queries, shells, paths and headers, and some valid ones. */
const TEXTS = [
  '',
  ' ',
  'a',
  UUID,
  'user@example.com',
  'shop.example.com',
  'Correct1Horse',
  '2',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'true',
  'null',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '"; drop table site; --',
  `$(touch ${TOUCHED})`,
  `\`touch ${TOUCHED}\``,
  `; touch ${TOUCHED};`,
  '../../etc/passwd',
  '%2e%2e%2f',
  '%',
  '\\',
  '\r\nSet-Cookie: x=1',
  '\u0000',
  '\ud800',
  '\u202e',
  'ı',
  '💥'.repeat(20),
  'x'.repeat(300),
  'A1'.repeat(5000),
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '2026-01-01',
  '999999999999999999999',
];

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, [], {}, [[]], { a: { b: {} } }),
  fc.constantFrom<unknown>(...TEXTS),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
);

function shaped(node: Node): fc.Arbitrary<unknown> {
  switch (node.type) {
    case 'object':
    case 'strict_object':
      return fc.record(
        Object.fromEntries(Object.entries(node.entries ?? {}).map(([key, inner]) => [key, arbitraryOf(inner)])),
        { requiredKeys: [] },
      );
    case 'optional':
    case 'nullable':
      return fc.oneof(fc.constantFrom(null, undefined), arbitraryOf(node.wrapped as Node));
    case 'array':
      return fc.array(arbitraryOf(node.item as Node), { maxLength: 4 });
    case 'union':
      return fc.oneof(...(node.options as Node[]).map(arbitraryOf));
    case 'picklist':
      return fc.constantFrom(...(node.options ?? []));
    case 'literal':
      return fc.constant(node.literal);
    case 'number':
      return fc.oneof(fc.integer(), fc.double());
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...TEXTS);
  }
}

/** Values that mostly match a schema; one in five is anything else. */
export function arbitraryOf(node: Node): fc.Arbitrary<unknown> {
  const base = node.pipe?.[0] ?? node;
  return fc.oneof({ arbitrary: shaped(base), weight: 4 }, { arbitrary: junk, weight: 1 });
}

export type { Node as SchemaNode };
