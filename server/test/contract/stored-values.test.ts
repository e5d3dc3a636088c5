import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract, INT4_MAX, isBoundedFirst } from '@panel/contract';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';

/* What the database cannot store is refused by the contract, for every call. */

type Json = {
  type?: string;
  maximum?: number;
  enum?: unknown[];
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  allOf?: Json[];
};

/** Numbers without a bound that fits in a column, by their path. */
function unbounded(schema: Json, path: string, most: number): string[] {
  const isBounded = schema.enum !== undefined || (schema.maximum ?? Infinity) <= most;
  const own = (schema.type === 'number' || schema.type === 'integer') && !isBounded ? [path] : [];
  // A bound may be beside the form that it bounds.
  const inner =
    schema.allOf?.some(({ maximum = Infinity }) => maximum <= most) || isBounded ? [] : (schema.allOf ?? []);
  const all = [...(schema.items ? [['[]', schema.items] as const] : []), ...Object.entries(schema.properties ?? {})];
  return [
    ...own,
    ...all.flatMap(([name, below]) => unbounded(below, `${path}.${name}`, most)),
    ...[...(isBounded ? [] : (schema.anyOf ?? [])), ...inner].flatMap((below) => unbounded(below, path, most)),
  ];
}

/** Columns of 64 bits, or values that no column has. */
const LARGE: ReadonlySet<string> = new Set([
  // The serial number of a zone has 32 bits without a sign (RFC 1035).
  'dns.update.serial',
  'dns.deleteRrset.dnsSettings.serial',
  // Compared with what the provider calculates again; no column has them.
  'payment.upgradeInvoice.proration.amount_due',
  'payment.upgradeInvoice.proration.proration_date',
  // Bytes of a file on a site’s disk; no column has them.
  'file.beginUpload.size',
]);

test('every number of an input fits into the column that it may reach', () => {
  const found = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(
      ([
        name,
        {
          '~orpc': { inputSchema },
        },
      ]) =>
        inputSchema
          ? unbounded(
              toJsonSchema(inputSchema as GenericSchema, { errorMode: 'ignore', typeMode: 'input' }) as Json,
              `${group}.${name}`,
              INT4_MAX,
            )
          : [],
    ),
  );
  assert.deepEqual(
    found.filter((place) => !LARGE.has(place)),
    [],
  );
});

type Node = {
  type?: string;
  entries?: Record<string, Node>;
  wrapped?: Node;
  options?: unknown[];
  pipe?: Node[];
  item?: Node;
  items?: Node[];
  value?: Node;
};

/** Lists and dictionaries whose elements are looked at before their size. */
function unboundedFirst(schema: Node, path: string): string[] {
  const isBounded = isBoundedFirst(schema) || schema.pipe?.some(isBoundedFirst);
  const own = !isBounded && (schema.type === 'array' || schema.type === 'record') ? [path] : [];
  const { wrapped, item, value, options = [], items = [], pipe = [] } = schema;
  // Of a bounded list, the first of its pipe is the list itself.
  const inner = [wrapped, item, value, ...options, ...items, ...pipe.slice(1)];
  return [
    ...own,
    ...inner.flatMap((each) => (typeof each === 'object' && each !== null ? unboundedFirst(each, path) : [])),
    ...Object.entries(schema.entries ?? {}).flatMap(([name, below]) => unboundedFirst(below, `${path}.${name}`)),
  ];
}

test('every list of an input is refused by its length before its elements are looked at', () => {
  const found = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(
      ([
        name,
        {
          '~orpc': { inputSchema },
        },
      ]) => (inputSchema ? unboundedFirst(inputSchema as Node, `${group}.${name}`) : []),
    ),
  );
  assert.deepEqual(found, [], 'Use list() or dictionary() of schemas/bounded.ts instead of v.array() and v.record().');
});

let server: TestServer;
let client: Client;
before(async () => {
  server = await startTestServer();
  const partner = await server.scenario.partner();
  client = await server.as(partner, await server.scenario.customer(partner));
});
after(() => server.stop());

for (const [what, method, path, body] of [
  ['a path', 'GET', '/site/a%00b/overview', undefined],
  ['a path of a change', 'PUT', '/license/a%00b/auto/renewal', { auto_renewal: true }],
  ['a query', 'GET', '/site?keyword=%00', undefined],
  ['a body', 'PUT', '/user/profile', { firstname: 'a\0b' }],
  ['half of a surrogate pair in a body', 'PUT', '/user/profile', { firstname: '\ud800' }],
] as const)
  test(`${what} with what cannot be stored is 422`, async () => {
    const { status, body: answer } = await client.send(method, path, body);
    assert.equal(status, 422, JSON.stringify(answer));
  });
