import type { TaskStep } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { task } from '../../src/db/schema.ts';
import { answerStep } from '../../src/modules/backup/replace-steps.ts';
import { renameKind } from '../../src/modules/site-address/site-rename.tasks.ts';
import { recordFacts } from '../../src/modules/site/site.repo.ts';
import { unbinKind } from '../../src/modules/site-bin/bin.tasks.ts';
import type { StepContext, StepDefinition, TaskKind } from '../../src/tasks/task-kind.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

async function lastOf(kind: TaskKind): Promise<StepDefinition> {
  const payload = { from: 'old.example', to: 'new.example', sitesDomain: 'example' };
  const last = (await kind.steps({ task: { payload } } as unknown as StepContext)).at(-1);
  assert.ok(last);
  return last;
}

for (const [what, step] of [
  ['a replacement of the content', answerStep('It does not answer.')],
  ['a change of the name', await lastOf(renameKind)],
  ['a restore from the bin', await lastOf(unbinKind)],
] as const)
  test(`an interrupted check after ${what} is done only by an answer since it began`, async () => {
    const { app, db, scenario } = server;
    const partner = await scenario.partner();
    const customer = await scenario.customer(partner);
    const site = await scenario.site(partner, customer, { name: 'shop' });
    const began = Date.now();
    const at = (ms: number) => new Date(began + ms).toISOString();
    const running: TaskStep = {
      ...{ name: step.name, title: step.title, state: 'running', started: at(0), ended: null },
    };
    const id = randomUUID();
    await db.insert(task).values({
      ...{ id, partnerId: partner.id, customerId: customer.id, kind: 'site.create', resource: 'site', title: '' },
      ...{ resourceId: site.id, steps: [running], status: 'succeeded', endedAt: new Date() },
    });
    const [row] = await db.select().from(task).where(eq(task.id, id));
    const context = { app, task: row } as StepContext;
    const seen = async (ok: boolean, checked_at: string) => {
      await recordFacts(db, site.id, { evidence: [{ name: 'HTTP', ok, detail: 'The home page', checked_at }] });
      return step.check(context);
    };
    assert.equal(await seen(true, at(-1)), false, 'of the content before');
    assert.equal(await seen(false, at(1)), false);
    assert.equal(await seen(true, at(1)), true);
  });
