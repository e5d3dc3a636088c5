// Campaign: random bodies for all calls; those of contract/bounded and attack/worst-bodies are in every run.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { errorCatalogue } from '@panel/contract';
import { rateLimit } from '../../src/db/schema.ts';
import { startDnsServer, type DnsServer } from '../../src/dns/dns-server.ts';
import { indexZone } from '../../src/dns/zone-index.ts';
import { createLog } from '../../src/process/log.ts';
import type { Browser, Reply } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { openCodeHost, type CodeHost } from '../site-source/code-host.ts';
import { arbitraryOf, TOUCHED, type SchemaNode } from './arbitrary.ts';
import { allCalls, type Call } from './calls.ts';
import { makeWorld, type World } from './fixture.ts';
import type { Persona } from './access-rows.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);

let panel: Panel;
let world: World;
let codeHost: CodeHost;
/** Knows every name, so that no answer depends on the network. */
let resolver: DnsServer;
before(async () => {
  codeHost = await openCodeHost();
  resolver = await startDnsServer({
    ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('silent') },
    source: {
      zoneOf: async (fqdn) => indexZone({ fqdn, serial: 1, nameservers: ['ns1.example.net'], records: [] }),
      addressesOf: async () => ({ addresses: [], ttl: 0 }),
    },
  });
  const env = { GITHUB_API_URL: codeHost.url, DNS_RESOLVERS: `127.0.0.1:${resolver.port}` };
  panel = await startPanel({ tasks: true, env });
  world = await makeWorld(panel);
});
after(async () => {
  await panel.close();
  await codeHost.close();
  await resolver.close();
});

type Input = Record<string, unknown>;
const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const scalars = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map((each) => String(each));

/** A request for an input, and the part of it that the server sees. */
function requestOf(call: Call, given: unknown): { path: string; body?: string; seen: unknown } {
  const input: Input = isRecord(given)
    ? call.detailed
      ? { ...(isRecord(given['params']) ? given['params'] : {}), ...(isRecord(given['body']) ? given['body'] : {}) }
      : given
    : {};
  const params: Input = {};
  const path = call.wire.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = (scalars(input[name])[0] ?? 'x').toWellFormed().replace(/^\.{0,2}$/, 'x');
    params[name] = text;
    return encodeURIComponent(text);
  });
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(params, name)));
  if (call.method !== 'GET') {
    const body = call.detailed ? rest : isRecord(given) ? rest : given;
    const text = JSON.stringify(body);
    const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
    const merged = isRecord(parsed) ? { ...parsed, ...params } : Object.keys(params).length > 0 ? params : parsed;
    return { path, body: text, seen: call.detailed ? { params, body: parsed } : merged };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    for (const each of scalars(value)) if (/^[A-Za-z]\w*$/.test(name)) query.append(name, each.toWellFormed());
  const seen: Input = { ...params };
  for (const name of new Set(query.keys())) {
    // As the server reads it: a value that is repeated counts once (spec §3).
    const values = [...new Set(query.getAll(name))];
    seen[name] = values.length > 1 ? values : values[0];
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, seen };
}

function check(call: Call, request: { path: string; seen: unknown }, answer: Reply): void {
  const what = `${call.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.seen)?.slice(0, 500)} → ${answer.status} ${answer.text.slice(0, 300)}`;
  assert.ok(answer.status < 500, what);
  if (call.input && answer.status < 300)
    assert.ok(v.safeParse(call.input, request.seen).success, `accepted although invalid: ${what}`);
  if (answer.status >= 400) {
    assert.equal(answer.body['status'], false, what);
    assert.ok(Object.hasOwn(errorCatalogue, String(answer.body['code'])), what);
    assert.equal(typeof answer.body['requestId'], 'string', what);
  }
}

const personaOf = ({ meta: { audience } }: Call): Persona =>
  audience === 'superadmin' ? 'superadmin' : audience === 'staff' ? 'admin' : 'owner';

for (const call of allCalls) {
  test(`${call.name}: nothing breaks it and nothing invalid passes (seed ${SEED})`, async () => {
    // Each app counts the pace of an account from zero, so that no call waits for it.
    const app = panel.restarted();
    const signedIn = async (): Promise<Browser> => Object.assign(await world.browserOf(personaOf(call)), { app });
    let browser = await signedIn();
    await fc.assert(
      fc.asyncProperty(
        call.input ? arbitraryOf(call.input as unknown as SchemaNode) : fc.jsonValue(),
        async (given) => {
          await panel.ctx.db.delete(rateLimit);
          if (call.name === 'session.logout') browser = await signedIn();
          const request = requestOf(call, given);
          const answer =
            call.method === 'GET'
              ? await browser.get(request.path)
              : await browser.send(call.method, request.path, {
                  headers: { 'content-type': 'application/json', 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' },
                  body: request.body,
                });
          check(call, request, answer);
        },
      ),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
    );
    assert.equal('polluted' in {}, false);
  });
}

test('no text has reached a shell', () => assert.equal(existsSync(TOUCHED), false));
