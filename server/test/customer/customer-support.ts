import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { mailOutbox, workload, workloadHost } from '../../src/db/schema.ts';
import type { Panel } from '../http/harness.ts';

/** A site or an application of a customer, as a row. */
export async function addSite(
  { ctx: { db } }: Panel,
  owner: PartnerRow,
  customer: UserRow | null,
  values: Partial<typeof workload.$inferInsert> = {},
) {
  const name = `s${randomBytes(5).toString('hex')}`;
  const [row] = await db
    .insert(workload)
    .values({
      ...{ partnerId: owner.id, customerId: customer?.id ?? null, name, fqdn: `${name}.${owner.sitesDomain}` },
      ...{ kind: 'static', type: 'site_builder', status: 'ready', infraDomainId: name, assignedAt: new Date() },
      ...values,
    })
    .returning();
  assert.ok(row);
  await db.insert(workloadHost).values({ fqdn: row.fqdn, workloadId: row.id });
  return row;
}

/** The token of the newest email to an address. */
export async function linkTokenTo(panel: Panel, recipient: string): Promise<string> {
  await panel.app.idle();
  const [mail] = await panel.ctx.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, recipient))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(1);
  const link = /https?:\/\/\S+token=\S+/.exec(mail?.text ?? '')?.[0];
  assert.ok(link, `${recipient} got a link`);
  return new URL(link).searchParams.get('token') ?? '';
}
