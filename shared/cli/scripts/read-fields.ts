import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Field, FieldType } from '../src/catalog.ts';
import { kebab } from '../src/generated/kebab.ts';

/** The part of JSON Schema that is read here. */
type Shape = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: readonly string[];
};
type Declared = { entries?: Record<string, { type: string; wrapped?: { type: string } }> };
type Where = { path: string; method: string; detailed: boolean };

/** Tenant fields that pages send out of habit; the server compares them with the account. */
const HINTS = new Set(['partner_domain', 'reseller_email']);
/** Options that commands have anyway. */
const OWN = 'json input wait page page-size all panel help insecure-http color version';
const TAKEN = new Set(OWN.split(' '));

const isNull = ({ type, const: value }: Shape): boolean => type === 'null' || value === null;

/** A value or several: what is left of alternatives that differ only in form. */
function alternatives(shape: Shape): readonly Shape[] {
  const all = (shape.anyOf ?? [shape]).filter((one) => !isNull(one));
  return all.flatMap((one) => (one.anyOf ? alternatives(one) : [one]));
}

const textsOf = ({ enum: values, const: value }: Shape): string[] =>
  (values ?? (value === undefined ? [] : [value])).filter((one) => typeof one === 'string');

function typeOf(shape: Shape): { type: FieldType; choices?: string[] } {
  const all = alternatives(shape);
  const list = all.find(({ type }) => type === 'array');
  if (list) {
    const choices = textsOf(list.items ?? {});
    const isPlain = choices.length > 0 || list.items?.type === 'string';
    return isPlain ? { type: 'list', ...(choices.length > 0 && { choices }) } : { type: 'json' };
  }
  if (all.some(({ type }) => type === 'number' || type === 'integer')) return { type: 'number' };
  if (all.length > 0 && all.every(({ type }) => type === 'boolean')) return { type: 'boolean' };
  const choices = all.flatMap(textsOf);
  if (choices.length > 0) return { type: 'string', choices: [...new Set(choices)] };
  return { type: all.some(({ type }) => type === 'string') ? 'string' : 'json' };
}

const schemaOf = (schema: GenericSchema): Shape =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input', target: 'draft-2020-12' }) as Shape;

/** The fields of an object, or those of each of its alternatives. */
function propertiesOf(shape: Shape): { name: string; shape: Shape; required: boolean }[] {
  const objects = alternatives(shape).filter(({ properties }) => properties);
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  return names.map((name) => ({
    name,
    shape: { anyOf: objects.flatMap(({ properties }) => properties?.[name] ?? []) },
    required: objects.every(({ required }) => required?.includes(name)),
  }));
}

/** Files have no form in JSON Schema. */
function filesOf(schema: GenericSchema): Set<string> {
  const { entries = {} } = schema as Declared;
  return new Set(
    Object.entries(entries).flatMap(([name, { type, wrapped }]) => ((wrapped?.type ?? type) === 'file' ? [name] : [])),
  );
}

/** The fields of a call: those of its path first, in their order there. */
export function readFields(schema: GenericSchema | undefined, { path, method, detailed }: Where): Field[] {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const files = schema ? filesOf(schema) : new Set<string>();
  const all = schema ? propertiesOf(schemaOf(schema)) : [];
  const rest = method === 'GET' ? 'query' : 'body';
  const placed = all.flatMap((one): { place: Field['in']; one: (typeof all)[number] }[] => {
    if (!detailed) return [{ place: inPath.includes(one.name) ? 'path' : rest, one }];
    const place = ({ params: 'path', query: 'query', body: 'body' } as const)[one.name];
    return place ? propertiesOf(one.shape).map((inner) => ({ place, one: inner })) : [];
  });
  const fields = placed
    .filter(({ place, one }) => place === 'path' || !HINTS.has(one.name))
    .map(({ place, one: { name, shape, required } }): Field => {
      const own = kebab(name);
      return {
        name,
        flag: place !== 'path' && TAKEN.has(own) ? `field-${own}` : own,
        in: place,
        ...(files.has(name) ? { type: 'file' as const } : typeOf(shape)),
        ...(required && { required: true as const }),
      };
    });
  const ofPath = inPath.map(
    (name): Field =>
      fields.find((field) => field.in === 'path' && field.name === name) ??
      ({ name, flag: kebab(name), in: 'path', type: 'string', required: true } as const),
  );
  return [...ofPath, ...fields.filter((field) => field.in !== 'path')];
}
