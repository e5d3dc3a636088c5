import * as v from 'valibot';

/** The parts of valibot's schemas that the contract uses. */
export type SchemaNode = {
  type: string;
  message?: unknown;
  entries?: Record<string, SchemaNode>;
  wrapped?: SchemaNode;
  item?: SchemaNode;
  items?: readonly SchemaNode[];
  key?: unknown;
  value?: SchemaNode;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly SchemaNode[];
};

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** What a schema is made of, itself included. */
function parts(schema: SchemaNode | undefined, seen = new Set<SchemaNode>()): Set<SchemaNode> {
  if (!isNode(schema) || seen.has(schema)) return seen;
  seen.add(schema);
  const { entries = {}, wrapped, item, items = [], key, value, options = [], pipe = [] } = schema;
  for (const inner of [...Object.values(entries), wrapped, item, ...items, key, value, ...options, ...pipe])
    if (isNode(inner)) parts(inner, seen);
  return seen;
}

/** The texts that a schema declares. */
export const textsOf = (schema: SchemaNode | undefined): string[] =>
  [...parts(schema)].flatMap(({ message }) => (typeof message === 'string' ? [message] : []));

/** One of every kind of value that a field can get. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  -1.5,
  1e12,
  '',
  'a',
  'A1'.repeat(6000),
  '\ud800',
  '💥',
  'a@b',
  '{"a":',
  [],
  ['a', 'a'],
  Array.from({ length: 1200 }, () => 1),
  {},
];

/** A value of the right type, so that the other fields don't hide what is wrong with one. */
function sample(schema: SchemaNode): unknown {
  const node = schema.pipe?.[0] ?? schema;
  switch (node.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(node.entries ?? {})
          .filter(([, inner]) => inner.type !== 'optional')
          .map(([name, inner]) => [name, sample(inner)]),
      );
    case 'union':
    case 'variant':
      return sample(node.options?.[0] as SchemaNode);
    case 'optional':
    case 'nullable':
    case 'nullish':
      return sample(node.wrapped as SchemaNode);
    case 'picklist':
      return node.options?.[0];
    case 'literal':
      return node.literal;
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [sample(node.item as SchemaNode)];
    case 'record':
      return {};
    default:
      return schema.pipe?.some(({ type }) => type === 'uuid')
        ? '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c'
        : 'shop.example.com';
  }
}

export type WrongInput = { field: string; value: unknown; input: unknown };

/** Whether a value of a field need not be sent. */
export type IsDone = (field: SchemaNode, value: unknown) => boolean;

/** The text of a schema, with that of its functions, and without the values of a choice: what it says does not depend on them. */
const textOf = (schema: SchemaNode): string =>
  JSON.stringify(schema, (name, value: unknown) => {
    if (name === 'options' || name === 'literal' || name === 'expects') return undefined;
    return typeof value === 'function' || value instanceof RegExp ? String(value) : value;
  });

/**
 * True for a value that a schema refuses and has refused before, for another field: the words of the answer are the schema's.
 * What it takes reaches the call, and is sent to each.
 */
export function refusedBefore(): IsDone {
  const refused = new Set<string>();
  const texts = new Map<SchemaNode, string>();
  return (field, value) => {
    if (v.safeParse(field as unknown as v.GenericSchema, value).success) return false;
    const text = texts.get(field) ?? textOf(field);
    texts.set(field, text);
    const key = `${WRONG.indexOf(value)} ${text}`;
    return refused.has(key) || !refused.add(key);
  };
}

/** Every wrong value in every field of a schema but those that are done; the other fields are as they should be, where that is known. */
export function wrongInputs(schema: SchemaNode, isDone: IsDone, path = ''): WrongInput[] {
  const node = schema.pipe?.[0] ?? schema;
  const isEnd = !node.wrapped && node.type !== 'union' && node.type !== 'variant';
  const here =
    path === '' || !isEnd
      ? []
      : WRONG.filter((value) => !isDone(schema, value)).map((value) => ({ field: path, value, input: value }));
  const named = Object.entries(node.entries ?? {}).flatMap(([name, inner]) =>
    wrongInputs(inner, isDone, `${path}.${name}`).map((wrong) => ({
      ...wrong,
      input: { ...(sample(schema) as object), [name]: wrong.input },
    })),
  );
  const listed =
    node.type === 'array'
      ? wrongInputs(node.item as SchemaNode, isDone, `${path}[]`).map((wrong) => ({ ...wrong, input: [wrong.input] }))
      : [];
  const wrapped = node.wrapped ? wrongInputs(node.wrapped, isDone, path) : [];
  const options =
    node.type === 'union' || node.type === 'variant'
      ? (node.options ?? []).flatMap((inner) => (isNode(inner) ? wrongInputs(inner, isDone, path) : []))
      : [];
  return node.wrapped || options.length > 0 ? [...wrapped, ...options] : [...here, ...named, ...listed];
}
