import { SCOPES, sectionOn, type ErrorCode, type Partner, type Scope, type Section } from '@panel/contract';
import type { CallExtensions, Document } from '../openapi/openapi.ts';
import { sampleBody, sampleOf } from './sample.ts';
import type { Schema } from './schema.ts';

type Content = Readonly<Record<string, { schema?: Schema }>>;
type Operation = CallExtensions & {
  operationId?: string;
  summary?: string;
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Content };
  responses?: Readonly<Record<string, { description: string; content?: Content }>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
};

export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema };

/** One call of the contract that API tokens may use. */
export type ApiCall = {
  /** e.g. `app.byId` */
  name: string;
  group: string;
  summary: string;
  method: string;
  path: string;
  scope: Scope;
  sections: readonly Section[];
  parameters: readonly Parameter[];
  /** `multipart/form-data` for a body with a file. */
  body: { schema: Schema; upload: boolean; sample: unknown } | null;
  answer: Schema | null;
  errors: readonly { status: number; code: ErrorCode }[];
  limit: { tries: number; windowSeconds: number } | null;
  heavy: boolean;
  deprecated: { since: string; sunset: string; instead: string } | null;
};

const METHODS = new Set(['get', 'post', 'put', 'delete']);
/** Of sessions alone. */
const NOT_OF_TOKENS = new Set(['VIEWER_CHANGED', 'ACTING_CLOSED']);
/** Fields that pages send out of habit; the server compares them with the account. */
const HINTS = ['partner_domain', 'reseller_email'];

const scopeOf = ({ security = [] }: Operation): Scope | undefined => {
  const [scope] = security.flatMap(({ apiToken = [] }) => apiToken);
  return SCOPES.find((one) => one === scope);
};

const withoutHints = (schema: Schema): Schema =>
  schema.properties
    ? {
        ...schema,
        properties: Object.fromEntries(Object.entries(schema.properties).filter(([key]) => !HINTS.includes(key))),
      }
    : schema;

function bodyOf(name: string, { requestBody }: Operation): ApiCall['body'] {
  const form = requestBody?.content?.['multipart/form-data']?.schema;
  const given = form ?? requestBody?.content?.['application/json']?.schema;
  if (!given) return null;
  const schema = withoutHints(given);
  return { schema, upload: form !== undefined, sample: sampleBody(name, schema) };
}

const errorsOf = ({ responses = {} }: Operation): ApiCall['errors'] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      description.split(', ').map((code) => ({ status: Number(status), code: code as ErrorCode })),
    )
    .filter(({ code }) => !NOT_OF_TOKENS.has(code));

/** A call as the documentation shows it; undefined for one that no API token opens. */
export function callOf(path: string, method: string, operation: Operation): ApiCall | undefined {
  const scope = scopeOf(operation);
  const { operationId: name = '', summary = '', parameters = [] } = operation;
  if (!scope) return undefined;
  const limit = operation['x-rate-limit'];
  return {
    name,
    group: name.split('.')[0] ?? '',
    // Tokens belong to customers; what staff see is not theirs.
    summary: summary.replace(/; staff: [^;]*$/, ''),
    method: method.toUpperCase(),
    path,
    scope,
    sections: (operation['x-sections'] ?? []) as readonly Section[],
    parameters: parameters
      .filter((one) => !HINTS.includes(one.name))
      .map((one) => ({
        name: one.name,
        in: one.in === 'path' ? 'path' : 'query',
        required: one.required ?? false,
        schema: one.schema ?? {},
      })),
    body: bodyOf(name, operation),
    answer: operation.responses?.['200']?.content?.['application/json']?.schema ?? null,
    errors: errorsOf(operation),
    limit: limit ?? null,
    heavy: operation['x-heavy'] ?? false,
    deprecated: operation['x-deprecation'] ?? null,
  };
}

/** The calls of an OpenAPI document that API tokens may use, in the document's order. */
export const callsOf = ({ paths = {} }: Document): ApiCall[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).flatMap(([method, operation]) =>
      METHODS.has(method) ? (callOf(path, method, operation) ?? []) : [],
    ),
  );

/** Whether the partner offers what a call is about. */
export const isOffered = ({ sections }: ApiCall, partner: Pick<Partner, 'attributes' | 'is_nucal_partner'>): boolean =>
  sections.length === 0 || sections.some((section) => sectionOn(partner, section));

/** The query of an example: what is required, and a short page of a list. */
export const exampleQuery = ({ parameters }: ApiCall): [string, string][] =>
  parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === 'pageSize'))
    .map(({ name, schema }) => [name, name === 'pageSize' ? '5' : String(sampleOf(schema, name))]);
