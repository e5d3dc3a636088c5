import type { GithubAppConnection } from '@panel/contract';
import { desc, eq, isNull } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { githubAppUser, githubRevocation, task, user } from '../../src/db/schema.ts';
import { openTokens, sealTokens } from '../../src/modules/github-app/user-api.ts';
import { wakeWorkers } from '../../src/tasks/task-queue.repo.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import type { AppTenant } from '../app/app-support.ts';
import { begin, connected } from './connected.ts';
import { answerWith, openGithub, type GithubHost } from './github-host.ts';

let github: GithubHost;
let server: TestServer;
before(async () => {
  github = await openGithub();
  server = await startTestServer({ env: github.env });
});
after(async () => {
  await server.stop();
  await github.close();
});

const GRANT = '/applications/Iv23.panel/grant';
const disconnect = async ({ client }: AppTenant) =>
  assert.equal((await client.delete('/github-app/connection')).status, 200);
const shown = async ({ client }: AppTenant) =>
  (await client.get<GithubAppConnection>('/github-app/connection')).body.revocation;
const tokenOf = async ({ customer }: AppTenant): Promise<string> => {
  const [row] = await server.db.select().from(githubAppUser).where(eq(githubAppUser.userId, customer.id));
  return openTokens(server.app, row?.tokens ?? '')[0];
};
const newest = async () =>
  (
    await server.db.select().from(task).where(eq(task.kind, 'github.revoke')).orderBy(desc(task.createdAt)).limit(1)
  )[0] ?? assert.fail('no task');
const ended = async () => server.app.tasks.waitFor((await newest()).id);
/** Waits until it was refused, then has it tried again at once; the given number of times. */
async function triedAgain(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { id } = await until('it waits', async () => {
      const row = await newest();
      return row.notBefore !== null && (row.steps[0]?.retries ?? 0) > count ? row : undefined;
    });
    await server.db.update(task).set({ notBefore: null }).where(eq(task.id, id));
    await wakeWorkers(server.db);
  }
}

test('who disconnects GitHub ends the access there, also after GitHub was unavailable, and the page shows it until then', async () => {
  const own = await connected(server, github, 'eve');
  const token = await tokenOf(own);
  github.answers.set(GRANT, answerWith(503, {}));
  await disconnect(own);
  const pending = await shown(own);
  assert.deepEqual([pending?.login, pending?.state], ['eve', 'pending']);
  assert.ok(Date.parse(pending?.until ?? '') > Date.now() + 48 * 3_600_000);
  await until('it was refused', async () => ((await newest()).steps[0]?.retries ? true : undefined));
  assert.deepEqual(
    github.ended.filter((each) => each.token === token),
    [],
  );
  github.answers.delete(GRANT);
  await triedAgain(1);
  assert.equal((await ended()).status, 'succeeded');
  assert.deepEqual(
    github.ended.filter((each) => each.token === token),
    [{ what: 'grant', token }],
  );
  assert.equal(await shown(own), null);
  assert.doesNotMatch(JSON.stringify(await server.db.select().from(task)), /gh[osu]_/);
});

test('we give up after almost three days: the keys are deleted, and the page says where to end it', async () => {
  const own = await connected(server, github, 'eve');
  github.answers.set(GRANT, answerWith(503, {}));
  await disconnect(own);
  await triedAgain(12);
  assert.equal((await ended()).status, 'failed');
  github.answers.delete(GRANT);
  const failed = await shown(own);
  assert.deepEqual([failed?.state, failed?.settings_url], ['failed', `${github.url}/settings/apps/authorizations`]);
  const rows = await server.db.select().from(githubRevocation).where(eq(githubRevocation.userId, own.customer.id));
  assert.deepEqual(
    rows.map(({ tokens }) => tokens),
    [null],
  );
});

test('an account that is connected again, or by another customer, keeps its access: the old token alone ends', async () => {
  const [own, other] = [await connected(server, github), await connected(server, github)];
  const token = await tokenOf(own);
  await disconnect(own);
  assert.equal((await ended()).status, 'succeeded');
  assert.deepEqual(github.ended.at(-1), { what: 'token', token });
  const before = await tokenOf(other);
  assert.equal((await other.client.get(await begin(other, github, 'ada'))).status, 200);
  assert.equal((await ended()).status, 'succeeded');
  assert.deepEqual(github.ended.at(-1), { what: 'token', token: before });
  assert.equal((await other.client.get('/github-app/installations')).status, 200);
  await disconnect(other);
  assert.equal((await ended()).status, 'succeeded');
  assert.equal(github.ended.at(-1)?.what, 'grant');
});

test('an account that is deleted ends its access', async () => {
  const own = await connected(server, github, 'eve');
  const token = await tokenOf(own);
  await server.db
    .update(user)
    .set({ deletesAt: new Date(0) })
    .where(eq(user.id, own.customer.id));
  const run = await server.app.tasks.enqueue(server.db, {
    ...{ kind: 'panel.customers', partnerId: null, customerId: null, userId: null },
    ...{ resourceId: 'panel', title: 'panel', payload: {} },
  });
  assert.equal((await server.app.tasks.waitFor(run)).status, 'succeeded');
  assert.equal((await server.db.select().from(user).where(eq(user.id, own.customer.id))).length, 0);
  assert.equal((await ended()).status, 'succeeded');
  assert.deepEqual(github.ended.at(-1), { what: 'grant', token });
  assert.equal((await server.db.select().from(githubRevocation).where(isNull(githubRevocation.failedAt))).length, 0);
});

test('a token that has expired is renewed first: GitHub ends all access only for one that it knows', async () => {
  const own = await connected(server, github, 'eve');
  const tokens = sealTokens(server.app, { access: 'ghu_old', refresh: 'ghr_old' });
  const rows = eq(githubAppUser.userId, own.customer.id);
  await server.db
    .update(githubAppUser)
    .set({ tokens, expiresAt: new Date(0) })
    .where(rows);
  const renewed = { access_token: 'ghu_new', refresh_token: 'ghr_new', expires_in: 28_800, token_type: 'bearer' };
  github.answers.set('/login/oauth/access_token', answerWith(200, renewed));
  await disconnect(own);
  assert.equal((await ended()).status, 'succeeded');
  github.answers.delete('/login/oauth/access_token');
  assert.deepEqual(github.ended.at(-1), { what: 'grant', token: 'ghu_new' });
});
