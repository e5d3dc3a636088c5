import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OpenAPIGenerator, type ConditionalSchemaConverter } from '@orpc/openapi';
import {
  contract,
  errorCatalogue,
  sectionsOf,
  WIRE_PATHS,
  type CallMeta,
  type ErrorCode,
  type Scope,
} from '@panel/contract';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export const OPENAPI_PATH = '/openapi.json';

/** The document as OpenAPI describes it. */
export type Document = Awaited<ReturnType<OpenAPIGenerator['generate']>>;
type PathItem = NonNullable<NonNullable<Document['paths']>[string]>;

/** JSON Schema has no type for a file; with this one, its body is `multipart/form-data`. */
const FILE = { type: 'string', contentMediaType: 'application/octet-stream' } as const;

/** Checks and transforms that JSON Schema cannot express are left out; the shapes stay. */
const valibot: ConditionalSchemaConverter = {
  condition: (schema) => schema?.['~standard'].vendor === 'valibot',
  convert: (schema, { strategy }) => [
    strategy === 'output',
    toJsonSchema(schema as unknown as GenericSchema, {
      errorMode: 'ignore',
      typeMode: strategy === 'input' ? 'input' : 'output',
      target: 'draft-2020-12',
      overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'file' ? FILE : undefined),
    }) as object,
  ],
};

/** What an API token needs for a call; none when it is closed to them. */
const scopesOf = ({ scope }: CallMeta): Scope[] => (scope === undefined || scope === 'closed' ? [] : [scope]);

/** How a call is authorised, each entry on its own. */
function securityOf(meta: CallMeta): Record<string, string[]>[] {
  if (meta.audience === 'public') return [];
  const scopes = scopesOf(meta);
  return [
    { session: [] },
    ...(scopes.length > 0 ? [{ apiToken: scopes }] : []),
    ...(meta.token ? [{ token: [] }] : []),
  ];
}

/** Errors that every call may return. */
const COMMON: readonly ErrorCode[] = ['BAD_REQUEST', 'VALIDATION', 'INTERNAL'];

function errorAnswers(meta: CallMeta): Record<string, object> {
  const access: ErrorCode[] = [
    ...(meta.token ? (['TOKEN_WRONG'] as const) : []),
    ...(meta.notActing && meta.audience !== 'staff' ? (['ACTING_CLOSED'] as const) : []),
    ...(meta.audience === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN', 'VIEWER_CHANGED'] as const)),
    ...(scopesOf(meta).length > 0 ? (['API_TOKEN_INVALID', 'API_TOKEN_SCOPE'] as const) : []),
    ...(meta.section ? (['SECTION_OFF'] as const) : []),
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...COMMON, ...access, ...meta.errors])) {
    const { httpStatus } = errorCatalogue[code];
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** Extension fields, because OpenAPI has none for them: sections, a limit of attempts, and whether a call is an expensive one. */
export type CallExtensions = {
  'x-sections'?: readonly string[];
  'x-rate-limit'?: NonNullable<CallMeta['limit']>;
  'x-heavy'?: true;
  'x-deprecation'?: NonNullable<CallMeta['deprecated']>;
  deprecated?: true;
};

const extensionsOf = ({ section, limit, heavy, deprecated }: CallMeta): CallExtensions => ({
  ...(section && { 'x-sections': sectionsOf(section) }),
  ...(limit && { 'x-rate-limit': limit }),
  ...(heavy && { 'x-heavy': true }),
  ...(deprecated && { deprecated: true, 'x-deprecation': deprecated }),
});

const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'code', 'title', 'message'],
  properties: {
    status: { const: false },
    code: { enum: Object.keys(errorCatalogue) },
    title: { type: 'string' },
    message: { type: 'string' },
    template: { type: 'string' },
    values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    redirectUrl: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    task_id: { type: 'string' },
    requestId: { type: 'string' },
  },
} as const;

/** The OpenAPI document of the contract under its wire paths. */
export async function generateOpenApi(): Promise<Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [valibot] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Panel',
      version: '1',
      description:
        'Calls of this control panel. Relative to the address of a panel; they require an API token with the scope of the call, or a session cookie and, for writes, the X-XSRF-TOKEN header.',
    },
    components: {
      schemas: { Error: ERROR_SCHEMA as object },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'panel_session' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token that a customer creates at /my-account/api-tokens. Each call lists the scope that it needs; a scope to write includes the one to read.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'The token of the operator, or the key of a team.' },
      },
    },
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Error' }),
  });
  const metaOf = new Map<string, CallMeta>();
  for (const calls of Object.values(contract)) {
    for (const {
      '~orpc': { route, meta },
    } of Object.values(calls))
      metaOf.set(`${route.method?.toLowerCase()} ${route.path}`, meta);
  }
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
    for (const [method, operation] of Object.entries(
      item as Record<string, { responses?: object; security?: object[] }>,
    )) {
      const meta = metaOf.get(`${method} ${path}`);
      if (!meta) continue;
      operation.responses = { ...operation.responses, ...errorAnswers(meta) };
      operation.security = securityOf(meta);
      Object.assign(operation, extensionsOf(meta));
    }
    return [WIRE_PATHS[path] ?? path, item as PathItem] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The document as it is sent: half a megabyte, and the same compressed. */
export type OpenApi = { text: Uint8Array<ArrayBuffer>; small: Uint8Array<ArrayBuffer>; etag: string };

async function make(): Promise<OpenApi> {
  const worker = new Worker(new URL('openapi-worker.ts', import.meta.url));
  const [made] = await once(worker, 'message');
  return made as OpenApi;
}

const kept = (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The OpenAPI document of the contract under its wire paths, which is made on first use.
 * @param answer with a document that is kept
 */
export function createOpenApi(answer: (body: Buffer<ArrayBuffer>, headers: Record<string, string>) => Response) {
  let made: Promise<OpenApi> | undefined;
  const ready = (): Promise<OpenApi> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  return {
    /** Await it before the turn of a request, or all that wait for it are answered at once. */
    ready,
    async answer({ headers }: Request): Promise<Response> {
      const { text, small, etag } = await ready();
      const common = {
        ...{ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' },
        'x-content-type-options': 'nosniff',
      };
      if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: common });
      const isSmall = /\bbr\b/.test(headers.get('accept-encoding') ?? '');
      return answer(kept(isSmall ? small : text), {
        ...{ ...common, 'content-type': 'application/json' },
        ...(isSmall && { 'content-encoding': 'br' }),
      });
    },
  };
}
