import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPE_AREA_NAMES, SCOPE_AREAS, SCOPES, type Scope } from '@panel/contract';
import { apiToken } from '../../src/db/schema.ts';
import { idHash } from '../../src/context/csrf.ts';
import { makeTokenText, shownPart } from '../../src/modules/api-token/token-text.ts';
import type { Reply } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { rows, type Objects, type Persona } from './access-rows.ts';
import { allCalls, type Call } from './calls.ts';
import { isShared, makeWorld, objectsOf, type World } from './fixture.ts';

let panel: Panel;
let world: World;
/** Of the owner, for calls that only read, and for those that are closed to tokens. */
let unchanged: Objects;
before(async () => {
  panel = await startPanel({ tasks: true });
  world = await makeWorld(panel);
  unchanged = await world.objects('owner');
});
after(() => panel.close());

/** Customers of two partners: the personas that can have tokens. */
const HOLDERS = ['owner', 'neighbour', 'foreignCustomer'] as const satisfies Persona[];
type Holder = (typeof HOLDERS)[number];

/** Calls of customers that must stay closed, besides those of the operator, of staff and without a session. */
const CLOSED = [
  'apiToken.create',
  'apiToken.list',
  'apiToken.revoke',
  'apiToken.revokeAll',
  // Gives tokens.
  ...['request', 'approve', 'deny'].map((name) => `device.${name}`),
  // Lets people into the account.
  ...['list', 'workloads', 'invite', 'inviteAgain', 'change', 'remove'].map((name) => `member.${name}`),
  // Stores a credential of another service.
  'github.getToken',
  'github.appConnect',
  'github.appDisconnect',
  // Logs in to wp-admin as its administrator.
  'siteTool.logIn',
];

async function tokenOf(at: World, who: Holder, scopes: readonly Scope[]): Promise<string> {
  const token = makeTokenText();
  await panel.ctx.db.insert(apiToken).values({
    ...{ partnerId: at.hostOf(who).id, customerId: at.users[who].id, name: 'Test', scopes: [...scopes] },
    ...{ prefix: shownPart(token), tokenHash: idHash(token) },
  });
  return token;
}

function send(at: World, who: Persona, token: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return panel.browser(at.hostOf(who)).send(method, path, { headers, ...sent });
}

const sendOf = (call: Call) => (rows[call.name] as (typeof rows)[string]).send;
const outcomeOf = (call: Call) => (rows[call.name] as (typeof rows)[string]).outcome;
const codeOf = ({ status, body }: Reply): string => (status < 300 ? 'ok' : String(body['code']));

test('each call has a scope, or is declared as closed to tokens', () => {
  const undeclared = allCalls.filter(({ meta }) => meta.scope === undefined);
  assert.deepEqual(
    undeclared.map(({ name, declared }) => `${name} ${declared}: declare its scope, or add the path to an area`),
    [],
  );
  for (const { name, meta } of allCalls) {
    if (meta.scope !== 'closed') assert.ok((SCOPES as (string | undefined)[]).includes(meta.scope), name);
    const isOfCustomers = meta.audience === 'signed-in' || meta.audience === 'customer';
    if (!isOfCustomers || meta.token) assert.equal(meta.scope, 'closed', name);
  }
  const closed = allCalls.filter(({ meta }) => meta.scope === 'closed').map(({ name }) => name);
  assert.deepEqual(
    CLOSED.filter((name) => !closed.includes(name)),
    [],
  );
});

test('reading needs no more than reading, and changing more than that', () => {
  const reading = [
    ...[
      'license.available',
      'payment.prices',
      'dns.readZoneFile',
      'app.buildsBetween',
      'blueprint.ofPartner',
      'license.developer',
      'fleet.preview',
    ],
  ];
  for (const { name, method, meta } of allCalls.filter(({ meta: { scope } }) => scope !== 'closed')) {
    const access = (method === 'GET' && !meta.changes) || reading.includes(name) ? 'read' : 'write';
    assert.ok(meta.scope?.endsWith(`:${access}`), `${name} ${meta.scope}`);
  }
});

for (const call of allCalls) {
  const { scope } = call.meta;
  test(`${call.name}: which tokens may call it`, async () => {
    if (scope === undefined || scope === 'closed') {
      const { path, body } = sendOf(call)(unchanged);
      const token = await tokenOf(world, 'owner', SCOPES);
      const answer = await send(world, 'owner', token, call.method, path, body);
      assert.equal(codeOf(answer), 'API_TOKEN_CLOSED');
      return;
    }
    const own = isShared(call) ? world : await makeWorld(panel);
    const refused = own === world ? unchanged : await own.objects('owner');
    const objects = objectsOf(own, refused, call);
    const { path, body } = sendOf(call)(refused);
    const others = SCOPES.filter((one) => one !== scope && one !== scope.replace(':read', ':write'));
    const missing = await send(own, 'owner', await tokenOf(own, 'owner', others), call.method, path, body);
    assert.equal(missing.status, 403);
    assert.equal(codeOf(missing), 'API_TOKEN_SCOPE');
    assert.ok(String(missing.body['message']).includes(` ${scope} `), missing.text);
    for (const who of HOLDERS) {
      const mine = sendOf(call)(await objects(who, outcomeOf(call)[who]));
      const answer = await send(own, who, await tokenOf(own, who, [scope]), call.method, mine.path, mine.body);
      assert.equal(codeOf(answer), outcomeOf(call)[who], who);
    }
  });
}

test('the example of each area answers a token that can read it', async () => {
  for (const area of SCOPE_AREA_NAMES) {
    const token = await tokenOf(world, 'owner', [`${area}:read`]);
    const answer = await send(world, 'owner', token, 'GET', SCOPE_AREAS[area].example);
    assert.equal(answer.status, 200, `${area}: ${answer.text}`);
  }
});

test('a section that is off is closed to tokens', async () => {
  const off = await makeWorld(panel, { attributes: { SECTION_DNS: 'false' } });
  const token = await tokenOf(off, 'owner', SCOPES);
  assert.equal(codeOf(await send(off, 'owner', token, 'GET', '/dns/zones')), 'SECTION_OFF');
});
