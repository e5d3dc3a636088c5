import type { DatabaseAccess, DatabaseLink, MysqlInput } from '@panel/contract';
import { randomBytes } from 'node:crypto';
import { addressOf } from '../../config/config.ts';
import { databaseAddress } from '../../edge/database-tool.ts';
import type { CallContext } from '../../context/call-context.ts';
import { openerOf } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import { siteRepo, type SiteRow } from '../site/site.repo.ts';
import { findWordPress } from '../site/find-site.ts';
import { replaceSecret } from './database-access.repo.ts';
import { newSecret, secretHash } from './database-gate.ts';
import { endAccesses, insertAccess, openAccess } from './site-access.repo.ts';
import { findOwn, HOUR_MS, record } from './site-access.service.ts';

async function showAccess({ app }: CallContext, siteId: string): Promise<DatabaseAccess> {
  const row = await openAccess(app.db, siteId, 'database', app.clock.now());
  return {
    available: app.hosting.capabilities().databaseTool,
    access: row ? { created_at: row.createdAt.toISOString(), expires_at: row.expiresAt.toISOString() } : null,
  };
}

async function linkTo(context: CallContext, site: SiteRow, secret: string): Promise<DatabaseLink> {
  const url = databaseAddress(addressOf(context.app.config, site.fqdn), secret);
  return { status: true, ...(await showAccess(context, site.id)), url };
}

/**
 * The access to the database of a WordPress site.
 * @throws PanelError NOT_FOUND
 */
export async function showDatabase(context: CallContext, id: string): Promise<DatabaseAccess> {
  return showAccess(context, (await findOwn(context, id)).id);
}

/**
 * Opens the database of a WordPress site to whoever uses the link first. An access that was open before ends.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TENANT_MISMATCH, SITE_UNAVAILABLE when this server has no tool for it
 */
export async function startDatabase(context: CallContext, input: MysqlInput): Promise<DatabaseLink> {
  await checkTenant(context, input);
  const { app } = context;
  const site = await findWordPress(context, { fqdn: input.fqdn });
  if (!app.hosting.capabilities().databaseTool)
    throw new PanelError('SITE_UNAVAILABLE', {
      reason: 'The database tool is not available on this server. Contact support.',
    });
  const secret = newSecret();
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    found(await siteRepo(tx, scopeOf(context)).lock(site.id));
    await endAccesses(tx, site.id, now, 'database');
    await insertAccess(tx, {
      kind: 'database',
      workloadId: site.id,
      userId: openerOf(context),
      userName: `db-${randomBytes(16).toString('hex')}`,
      passwordHash: secretHash('link', secret),
      createdAt: now,
      expiresAt: new Date(now.getTime() + input.period * HOUR_MS),
    });
  });
  await record(context, 'site.database.started', site, { hours: input.period });
  return linkTo(context, site, secret);
}

/**
 * Makes a new link to a database that is open. Links and sessions from before end, the period stays.
 * @throws PanelError NOT_FOUND, also when it is not open; SITE_NOT_READY
 */
export async function linkDatabase(context: CallContext, id: string): Promise<DatabaseLink> {
  const { app } = context;
  const site = await findWordPress(context, { id });
  const secret = newSecret();
  const link = { siteId: site.id, secretHash: secretHash('link', secret), now: app.clock.now() };
  found(await replaceSecret(app.db, link, openerOf(context)));
  await record(context, 'site.database.opened', site);
  return linkTo(context, site, secret);
}

/**
 * Ends the access to the database of a WordPress site; the next request of its session is refused.
 * @throws PanelError NOT_FOUND
 */
export async function endDatabase(context: CallContext, id: string): Promise<DatabaseAccess> {
  const { app } = context;
  const site = await findOwn(context, id);
  await endAccesses(app.db, site.id, app.clock.now(), 'database');
  await record(context, 'site.database.ended', site);
  return showAccess(context, site.id);
}
