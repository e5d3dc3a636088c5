/** The part of JSON Schema that the documentation shows. */
export type Schema = {
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
};

/** A field as a row of a table; a field inside another has a name with dots. */
export type Row = { name: string; type: string; required: boolean; limits: string };

/** Deeper fields are in openapi.json. */
const DEPTH = 4;
const MOST_ROWS = 80;
const MOST_VALUES = 12;

const isNull = ({ type, const: value }: Schema): boolean => type === 'null' || value === null;

/** What a value can be, without null. */
export const alternativesOf = (schema: Schema): readonly Schema[] => {
  const all = schema.anyOf ?? schema.oneOf;
  if (!all) return [schema];
  return all.filter((one) => !isNull(one)).flatMap(alternativesOf);
};

const valuesOf = ({ enum: values, const: value }: Schema): readonly unknown[] =>
  values ?? (value === undefined ? [] : [value]);

function nameOf(schema: Schema): string {
  const values = valuesOf(schema);
  if (values.length > 0) {
    const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
    return [...shown, ...(values.length > MOST_VALUES ? ['…'] : [])].join(' | ');
  }
  if (schema.contentMediaType) return 'file';
  if (schema.type === 'array') return `${schema.items ? typeOf(schema.items) : 'any'}[]`;
  return schema.format ?? (typeof schema.type === 'string' ? schema.type : schema.properties ? 'object' : 'any');
}

/** The type of a value in one line. */
export function typeOf(schema: Schema): string {
  const names = [...new Set(alternativesOf(schema).map(nameOf))];
  const nullable = (schema.anyOf ?? schema.oneOf ?? []).some(isNull) ? ['null'] : [];
  const text = [...names, ...nullable].join(' | ');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && minItems > 0 && `at least ${minItems} entries`,
    maxItems !== undefined && `at most ${maxItems} entries`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');
}

/** Objects inside a value, and how their fields' names begin. */
function insideOf(schema: Schema, name: string): { schema: Schema; prefix: string }[] {
  return alternativesOf(schema).flatMap((one) =>
    one.type === 'array' && one.items
      ? insideOf(one.items, `${name}[]`)
      : one.properties
        ? [{ schema: one, prefix: `${name}.` }]
        : [],
  );
}

function fieldRows(schema: Schema, prefix: string, depth: number): Row[] {
  return alternativesOf(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, value]) => {
      const name = prefix + key;
      const row = { name, type: typeOf(value), required: required.includes(key), limits: limitsOf(value) };
      const inside = depth < DEPTH ? insideOf(value, name) : [];
      return [row, ...inside.flatMap((each) => fieldRows(each.schema, each.prefix, depth + 1))];
    }),
  );
}

/** All fields of an object, each name once; `more` when not all are listed. */
export function rowsOf(schema: Schema, prefix = ''): { rows: Row[]; more: boolean } {
  const known = new Map<string, Row>();
  for (const row of fieldRows(schema, prefix, 1)) {
    const other = known.get(row.name);
    const isSame = !other || other.type === row.type;
    known.set(row.name, isSame ? (other ?? row) : { ...other, type: `${other.type} | ${row.type}`.slice(0, 200) });
  }
  return { rows: [...known.values()].slice(0, MOST_ROWS), more: known.size > MOST_ROWS };
}
