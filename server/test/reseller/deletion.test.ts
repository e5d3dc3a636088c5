import type { Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { auditLog, blueprint, partner, partnerHost, schedule, task, user } from '../../src/db/schema.ts';
import { customerKinds } from '../../src/modules/customer/customer-end.tasks.ts';
import { resellerKinds } from '../../src/modules/reseller/reseller-end.tasks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';

const DAY_MS = 24 * 3_600_000;
let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

/** Runs an hourly schedule, and waits for it and for the deletions of sites that it starts. */
async function runHourly(id: 'panel.partners' | 'panel.customers'): Promise<void> {
  await server.db
    .update(schedule)
    .set({ nextAt: new Date(Date.now() - DAY_MS), lastTaskId: null })
    .where(eq(schedule.id, id));
  await startDue(server.app, { ...resellerKinds, ...customerKinds });
  const started = await until(
    'the schedule to have started',
    async () => (await server.db.select().from(schedule).where(eq(schedule.id, id)))[0]?.lastTaskId,
  );
  assert.equal((await server.app.tasks.waitFor(started)).status, 'succeeded');
  for (const one of await server.db.select({ id: task.id }).from(task).where(eq(task.kind, 'site.delete')))
    await server.app.tasks.waitFor(one.id);
}

/** A blueprint of a customer or of the partner itself; its archive in the storage. */
async function archiveOf({ partner: { id: partnerId } }: Tenant, customerId: string | null): Promise<string> {
  const [row] = await server.db
    .insert(blueprint)
    .values({
      ...{ partnerId, customerId, name: 'Studio', siteFqdn: 'studio.example', status: 'succeeded' },
      ...{ taskId: randomUUID(), includesContent: false },
    })
    .returning();
  const file = path.join(server.dataDir, 'backups/blueprints', row?.id ?? '', 'archive.tar.gz');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'archive');
  return file;
}

test('after its days a partner goes with customers and sites, run by run, and nothing of others does', async () => {
  const gone = await tenant(server);
  const [site, kept] = [await readySite(gone, 'shop'), await tenant(server)];
  const other = await readySite(kept, 'other');
  const archives = [await archiveOf(gone, gone.customer.id), await archiveOf(gone, null), await archiveOf(kept, null)];
  const root = await server.as(kept.partner, await server.scenario.superadmin());
  const deleted = await root.delete<{ data: Reseller }>(`/platform/partners/${gone.partner.id}`);
  assert.equal(deleted.status, 200);
  assert.equal((await visit(server, site.fqdn)).status, 503);
  await runHourly('panel.partners');
  await runHourly('panel.customers');
  assert.equal(await server.db.$count(user, eq(user.partnerId, gone.partner.id)), 1, 'nothing begins before its day');

  clock.offsetMs = 15 * DAY_MS;
  // As if its process had ended after the first step: the next run finds what is left by its rows.
  await runHourly('panel.partners');
  assert.equal(await server.db.$count(partner, eq(partner.id, gone.partner.id)), 1, 'it waits for its customers');
  await runHourly('panel.customers');
  await runHourly('panel.customers');
  assert.deepEqual(archives.map(existsSync), [false, true, true], 'the customer is gone');
  await runHourly('panel.partners');
  assert.equal(await server.db.$count(partner, eq(partner.id, gone.partner.id)), 0);
  assert.deepEqual(archives.map(existsSync), [false, false, true]);
  assert.equal(await server.db.$count(partnerHost, eq(partnerHost.host, gone.partner.domain)), 0);
  assert.equal(await server.db.$count(auditLog, eq(auditLog.action, 'reseller.purge')), 1);
  const folderOf = (id: string) => path.join(server.dataDir, 'sites', id, 'live');
  assert.deepEqual([existsSync(folderOf(site.site_id)), existsSync(folderOf(other.site_id))], [false, true]);
  assert.equal((await visit(server, other.fqdn)).status, 200);
  clock.offsetMs = 0;
});
