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

/** Every wrong value in every field of a schema; the other fields are as they should be, where that is known. */
export function wrongInputs(schema: SchemaNode, path = ''): WrongInput[] {
  const node = schema.pipe?.[0] ?? schema;
  const here = path === '' ? [] : WRONG.map((value) => ({ field: path, value, input: value }));
  const named = Object.entries(node.entries ?? {}).flatMap(([name, inner]) =>
    wrongInputs(inner, `${path}.${name}`).map((wrong) => ({
      ...wrong,
      input: { ...(sample(schema) as object), [name]: wrong.input },
    })),
  );
  const listed =
    node.type === 'array'
      ? wrongInputs(node.item as SchemaNode, `${path}[]`).map((wrong) => ({ ...wrong, input: [wrong.input] }))
      : [];
  const wrapped = node.wrapped ? wrongInputs(node.wrapped, path) : [];
  const options =
    node.type === 'union' || node.type === 'variant'
      ? (node.options ?? []).flatMap((inner) => (isNode(inner) ? wrongInputs(inner, path) : []))
      : [];
  return node.wrapped || options.length > 0 ? [...wrapped, ...options] : [...here, ...named, ...listed];
}
