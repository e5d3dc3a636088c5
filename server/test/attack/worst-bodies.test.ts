import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BODY_BYTES, contract, WIRE_PATHS, type CallMeta } from '@panel/contract';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { createLoopClock } from '../../src/lib/loop-clock.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';

/*
 * Every call of the contract gets the worst bodies of its size limit: the panel's loop may work on each for 50 ms at most
 * (docs/security.md, "The loop"). The calls come from the contract, so a new one is here without anybody adding it.
 */

const MOST_CPU_MS = 50;
const MOST_RESIDENT_MB = 150;
/** Bodies of uploads go to disk; what is read into memory of those calls is JSON. */
const IN_MEMORY_BYTES = 2 * 1_048_576;

type Json = {
  type?: string | string[];
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  allOf?: Json[];
};
type Call = {
  name: string;
  method: string;
  path: string;
  bytes: number;
  audience: string;
  lists: string[][];
  strings: string[][];
};

/** Paths of the lists, and of the texts, in an input. */
function placesOf(schema: Json, kind: 'array' | 'string', path: string[] = []): string[][] {
  const own = schema.type === kind ? [path] : [];
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    placesOf(inner, kind, [...path, name]),
  );
  return [
    ...own,
    ...below,
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) => placesOf(inner, kind, path)),
  ];
}

function allCalls(): Call[] {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, { '~orpc': definition }]) => {
      const { route, meta, inputSchema } = definition as {
        route: { method: string; path: string };
        meta: CallMeta;
        inputSchema?: GenericSchema;
      };
      const schema = inputSchema ? (toJsonSchema(inputSchema, { errorMode: 'ignore', typeMode: 'input' }) as Json) : {};
      return {
        name: `${group}.${name}`,
        method: route.method,
        // An id that exists nowhere: whatever is in a path, the body is read first.
        path: (WIRE_PATHS[route.path] ?? route.path).replace(/\{\+?(\w+)\}/g, '00000000-0000-4000-8000-000000000000'),
        bytes: Math.min(meta.upload ? BODY_BYTES : (meta.bodyLimitBytes ?? BODY_BYTES), IN_MEMORY_BYTES),
        audience: meta.audience,
        lists: placesOf(schema, 'array'),
        strings: placesOf(schema, 'string'),
      };
    }),
  );
}

const at = (path: readonly string[], text: string): string =>
  path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, text);
const fill = (bytes: number, item: string): string =>
  Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join(',');

/** Texts of JSON that are as expensive as their size allows. */
function worstBodies({ bytes, lists, strings }: Call): [string, string][] {
  const room = bytes - 400;
  return [
    ['a list of empty objects', `[${fill(room, '{}')}]`],
    [
      'unknown names',
      `{${Array.from({ length: Math.floor(room / 10) }, (_, n) => `"${String(n).padStart(5, '0')}":1`)}}`,
    ],
    ['nesting', '['.repeat(room / 2) + ']'.repeat(room / 2)],
    ['a text', JSON.stringify('x'.repeat(room))],
    ['halves of surrogate pairs', `[${fill(room, '"\\ud800"')}]`],
    ...lists.flatMap((place): [string, string][] => [
      [`${place.join('.')}: empty objects`, at(place, `[${fill(room, '{}')}]`)],
      [`${place.join('.')}: numbers`, at(place, `[${fill(room, '1')}]`)],
      [`${place.join('.')}: texts`, at(place, `[${fill(room, '"a"')}]`)],
      [`${place.join('.')}: as many as may be parsed`, at(place, `[${fill(Math.min(room, bytes / 8), '{}')}]`)],
    ]),
    ...strings
      .slice(0, 3)
      .map((place): [string, string] => [
        `${place.join('.')}: a long text`,
        at(place, JSON.stringify(`${' '.repeat(room - 100)}<b>`)),
      ]),
  ];
}

let server: TestServer;
const clients = new Map<string, Client>();

before(async () => {
  server = await startTestServer();
  const partner = await server.scenario.partner();
  const signedIn = await server.as(partner, await server.scenario.customer(partner));
  for (const audience of ['public', 'signed-in', 'customer']) clients.set(audience, signedIn);
  clients.set('staff', await server.as(partner, await server.scenario.admin(partner)));
  clients.set('superadmin', await server.as(partner, await server.scenario.superadmin()));
});
after(() => server.stop());

const byGroup = Object.groupBy(
  allCalls().filter(({ method }) => method !== 'GET'),
  ({ name }) => name.split('.')[0] ?? '',
);
for (const [group, calls = []] of Object.entries(byGroup))
  test(`${group}: no body holds the loop`, async () => {
    for (const call of calls) {
      const client = clients.get(call.audience) ?? assert.fail(call.audience);
      for (const [what, text] of worstBodies(call)) {
        const about = `${call.name}, ${what}`;
        const clock = createLoopClock();
        const resident = process.memoryUsage.rss();
        clock.take();
        const { status } = await client.sendText(call.method, call.path, text);
        const { cpuMs } = clock.take();
        clock.stop();
        console.log('S', status, call.name, cpuMs.toFixed(1));
        assert.ok(status < 500, `${about}: ${status}`);
        assert.ok(cpuMs <= MOST_CPU_MS, `${about}: ${cpuMs.toFixed(0)} ms`);
        const grown = (process.memoryUsage.rss() - resident) / 1_048_576;
        assert.ok(grown <= MOST_RESIDENT_MB, `${about}: ${grown.toFixed(0)} MB`);
      }
    }
  });
