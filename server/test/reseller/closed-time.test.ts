import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { user, workload } from '../../src/db/schema.ts';
import { customerKinds } from '../../src/modules/customer/customer-end.tasks.ts';
import { sweepTokens } from '../../src/modules/session/token.repo.ts';
import { binKinds } from '../../src/modules/site-bin/purge.tasks.ts';
import type { StepContext } from '../../src/tasks/task-kind.ts';
import { addSite } from '../customer/customer-support.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { dataOf, operator } from './reseller-support.ts';

const DAY_MS = 24 * 3_600_000;
let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());

const later = (days: number): void => void (panel.clock.offsetMs += days * DAY_MS);
const now = (): Date => new Date(Date.now() + panel.clock.offsetMs);

/** A partner with a site and an application in the bin for a day, and a customer deleted a day ago. */
async function world() {
  const { own } = await operator(panel);
  const other = await panel.addPartner();
  const binned = { binnedAt: new Date(now().getTime() - DAY_MS), status: 'moving' } as const;
  const [site, app] = [
    await addSite(panel, other, null, binned),
    await addSite(panel, other, null, { ...binned, kind: 'node' }),
  ];
  const { id } = await panel.addUser(other, 'customer', { deletesAt: new Date(now().getTime() + 13 * DAY_MS) });
  return { own, other, ids: [site.id, app.id], customerId: id };
}
type World = Awaited<ReturnType<typeof world>>;

/** What a superadmin does; the clock has ended earlier sessions. */
async function act(own: PartnerRow, other: PartnerRow, to: 'suspend' | 'unsuspend' | 'delete' | 'restore') {
  const root = await panel.entered(own, await panel.addUser(null, 'superadmin'));
  const path = `/platform/partners/${other.id}`;
  return dataOf(to === 'delete' ? await root.write('DELETE', path) : await root.post(`${path}/${to}`, {}));
}

/** What runs hourly. The deletions of sites that it starts stay queued. */
async function runHourly(): Promise<void> {
  const signal = new AbortController().signal;
  const context = { app: panel.ctx, note: () => undefined, signal } as unknown as StepContext;
  for (const kind of Object.values({ ...binKinds, ...customerKinds }))
    for (const step of await kind.steps(context)) await step.run(context);
}

/** Which of it has no deletion yet, and the days that are left, rounded. */
async function left({ ids, customerId }: World) {
  const { db } = panel.ctx;
  const days = (at: Date | null | undefined, more = 0) =>
    at ? Math.round((at.getTime() - now().getTime()) / DAY_MS) + more : null;
  const binned = await Promise.all(
    ids.map(async (id) => {
      const [row] = await db.select().from(workload).where(eq(workload.id, id));
      return row && row.taskId === null ? days(row.binnedAt, 7) : 'ends';
    }),
  );
  const [account] = await db.select().from(user).where(eq(user.id, customerId));
  return [...binned, account ? days(account.deletesAt) : 'ends'];
}

test('while a panel is closed, nothing of its bin and no customer is deleted; afterwards the days go on', async () => {
  for (const [close, open] of [
    ['suspend', 'unsuspend'],
    ['delete', 'restore'],
  ] as const) {
    const made = await world();
    const { own, other } = made;
    await act(own, other, close);
    later(close === 'delete' ? 13.5 : 40);
    await runHourly();
    assert.ok(!(await left(made)).includes('ends'), close);
    await act(own, other, open);
    assert.deepEqual(await left(made), [6, 6, 13], open);
    await runHourly();
    assert.deepEqual(await left(made), [6, 6, 13]);
    later(14);
    await runHourly();
    assert.deepEqual(await left(made), ['ends', 'ends', 'ends'], 'of an open panel it is deleted');
  }
});

test('time for which a panel is closed twice over is given back once', async () => {
  const made = await world();
  const { own, other } = made;
  await act(own, other, 'suspend');
  later(3);
  await act(own, other, 'delete');
  later(2);
  await act(own, other, 'unsuspend');
  later(4);
  await act(own, other, 'restore');
  assert.deepEqual(await left(made), [6, 6, 13]);
  await act(own, other, 'delete');
  later(3);
  await act(own, other, 'suspend');
  later(2);
  await act(own, other, 'restore');
  later(30);
  await act(own, other, 'unsuspend');
  assert.deepEqual(await left(made), [6, 6, 13]);
});

test('the link that keeps an account works as long as the account is there, also when the panel was closed', async () => {
  const { own } = await operator(panel);
  const other = await panel.addPartner();
  const customer = await panel.addUser(other, 'customer');
  const browser = await panel.signedIn(other, customer);
  const answer = await browser.post('/account/deletion');
  const token = String(answer.body['redirectUrl']).split('token=')[1];
  await act(own, other, 'suspend');
  later(40);
  await sweepTokens(panel.ctx.db, now());
  await act(own, other, 'unsuspend');
  later(13);
  const use = () => panel.browser(other).post('/account/link/use', { token });
  assert.equal((await use()).body['outcome'], 'kept');
  assert.equal((await use()).body['code'], 'TOKEN_INVALID');
});

test('once the partner’s own days are over, bin and customers are deleted', async () => {
  const made = await world();
  const { own, other } = made;
  await act(own, other, 'delete');
  later(14.5);
  await runHourly();
  assert.deepEqual(await left(made), ['ends', 'ends', 'ends']);
});
