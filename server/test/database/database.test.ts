import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HostedDatabase, Page } from '@panel/contract';
import type { UserRow } from '../../src/context/call-context.ts';
import { backup, partner as partners, workload } from '../../src/db/schema.ts';
import { eq } from 'drizzle-orm';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

test('customers see the databases of their own sites, with engine, size and last backup', async () => {
  const partner = await panel.addPartner();
  const [owner, neighbour] = await Promise.all([
    panel.addUser(partner, 'customer'),
    panel.addUser(partner, 'customer'),
  ]);
  const site = (name: string, kind: 'wordpress' | 'static') => ({
    ...{ partnerId: partner.id, customerId: owner.id, fqdn: `${name}.${partner.sitesDomain}`, name, kind },
    ...{ type: kind === 'static' ? ('ftp' as const) : kind, status: 'ready' as const, infraDomainId: 'x' },
    assignedAt: new Date(),
  });
  const [wp] = await panel.ctx.db
    .insert(workload)
    .values([site('shop', 'wordpress'), site('files', 'static')])
    .returning();
  assert.ok(wp);
  const at = new Date('2026-11-01T00:00:00Z');
  await panel.ctx.db.insert(backup).values({
    ...{
      workloadId: wp.id,
      taskId: crypto.randomUUID(),
      name: 'b',
      type: 'manual',
      status: 'succeeded',
      createdAt: at,
    },
  });
  Object.assign(panel.ctx.hosting, { databaseEngine: async () => 'sqlite', databaseBytes: async () => 4096 });
  const listOf = async (who: UserRow, query = '') =>
    (await (await panel.entered(partner, who)).get(`/database?${query}`)).body as unknown as Page<HostedDatabase>;
  const { pageElements } = await listOf(owner, 'keyword=SHOP');
  assert.deepEqual(
    pageElements.map(({ id, engine, bytes, access, last_backup_at }) => ({
      id,
      engine,
      bytes,
      access,
      last_backup_at,
    })),
    [{ id: wp.id, engine: 'sqlite', bytes: 4096, access: 'browser', last_backup_at: at.toISOString() }],
  );
  assert.equal((await listOf(owner)).totalCount, 1);
  assert.equal((await listOf(neighbour)).totalCount, 0);
  const attributes = { ...partner.attributes, SECTION_DATABASES: 'false' as const };
  await panel.ctx.db.update(partners).set({ attributes }).where(eq(partners.id, partner.id));
  await panel.ctx.partners.changed(partner.id);
  assert.equal((await (await panel.entered(partner, owner)).get('/database')).status, 403);
});
