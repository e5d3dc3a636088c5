import type { Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, count, eq, inArray } from 'drizzle-orm';
import { task } from '../../src/db/schema.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type PartnerRow,
  type TestServer,
  type UserRow,
} from '../../src/testing/index.ts';
import { ended, newSite } from '../site/site-support.ts';
import { ATTACK_FACTOR } from './attack-support.ts';

/** One customer fills the queue; others must not be affected. */
const FLOOD = Math.min(140, 40 * ATTACK_FACTOR);
let server: TestServer;
let partner: PartnerRow;
before(async () => {
  server = await startTestServer();
  partner = await server.scenario.partner();
});
after(() => server.stop());

async function customer(values: Partial<UserRow> = {}): Promise<{ client: Client; id: string }> {
  const row = await server.scenario.customer(partner, values);
  return { client: await server.as(partner, row), id: row.id };
}

const create = async (client: Client, name: string): Promise<string> => {
  const answer = await client.post('/site', newSite(`${name}.${partner.sitesDomain}`));
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body['task_id']);
};

/** How many of a customer's tasks have not ended. */
async function open(customerId: string): Promise<number> {
  const [row] = await server.db
    .select({ tasks: count() })
    .from(task)
    .where(and(eq(task.customerId, customerId), inArray(task.status, ['queued', 'running'])));
  return row?.tasks ?? 0;
}

test('a creation overtakes all waiting tasks, and all of those end as well', async () => {
  const flooder = await customer({ planType: 'PRO' });
  const other = await customer();
  const ids = await Promise.all(Array.from({ length: FLOOD }, (_, i) => create(flooder.client, `flood-${i}`)));
  const mine = await create(other.client, 'mine');
  const done: Task = await ended(other.client, mine);
  assert.equal(done.status, 'succeeded');
  assert.ok((await open(flooder.id)) > FLOOD / 2, 'the other customer waited for the flood');
  for (const id of ids) assert.equal((await ended(flooder.client, id)).status, 'succeeded');
});

test('a hundred changes of one site become one task, which each rejection names', async () => {
  const owner = await customer();
  const made = await ended(owner.client, await create(owner.client, 'changing'));
  const fqdn = `changing.${partner.sitesDomain}`;
  const answers: Answer[] = [];
  // More at once than these would be refused for their number (fair-share.ts).
  for (const round of [0, 1])
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          owner.client.put(`/site/${fqdn}/by-fqdn`, { new_fqdn: `changed-${50 * round + i}.${partner.sitesDomain}` }),
        ),
      )),
    );
  const started = answers.filter(({ status }) => status === 200);
  assert.equal(started.length, 1);
  const refused = answers.filter(({ status }) => status !== 200);
  // Requests after the change find no site under the old name.
  const expected = ({ status, body }: Answer) =>
    status === 404 || (body['code'] === 'TASK_RUNNING' && body['task_id'] === started[0]?.body['task_id']);
  assert.deepEqual(
    refused.filter((answer) => !expected(answer)).map(({ text }) => text),
    [],
  );
  assert.ok(refused.some(({ status }) => status === 409));
  assert.equal((await ended(owner.client, started[0]?.body['task_id'])).status, 'succeeded');
  assert.equal((await owner.client.get(`/site/id/${String(made.site_id)}`)).body['task_id'], null);
});
