import type { FtpAccess, FtpInput, FtpStarted } from '@panel/contract';
import { hash, randomBytes } from 'node:crypto';
import { audit } from '../../http/audit.repo.ts';
import { signedIn, type CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { found, scopeOf } from '../../http/scope.ts';
import { checkTenant } from '../../http/tenant.ts';
import { findSite, findWordPress } from '../site/site.service.ts';
import { siteRepo, type SiteRow } from '../site/site.repo.ts';
import { connectionsOf, endAccesses, insertAccess, openAccess, type ConnectionRow } from './site-access.repo.ts';

const HOUR_MS = 3_600_000;
/** A connection that its process has not renewed for this long has ended with the process. */
const RENEWED_MS = 30_000;

export const passwordHash = (password: string): string => hash('sha256', password, 'base64url');

function wireConnection({ id, address, startedAt, seenAt, endedAt }: ConnectionRow, now: Date) {
  const end = endedAt ?? (now.getTime() - seenAt.getTime() > RENEWED_MS ? seenAt : null);
  return { id, address, started_at: startedAt.toISOString(), ended_at: end?.toISOString() ?? null };
}

async function showAccess({ app, partner }: CallContext, siteId: string): Promise<FtpAccess> {
  const now = app.clock.now();
  const row = await openAccess(app.db, siteId, now);
  const address = await app.sftp.address();
  return {
    server: address && { host: partner.domain, ...address },
    access: row
      ? {
          user_name: row.userName,
          created_at: row.createdAt.toISOString(),
          expires_at: row.expiresAt.toISOString(),
        }
      : null,
    connections: (await connectionsOf(app.db, siteId)).map((connection) => wireConnection(connection, now)),
  };
}

async function record(context: CallContext, action: string, site: SiteRow, detail: Record<string, unknown> = {}) {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, action, who, { siteId: site.id, ...detail });
}

/** @throws PanelError NOT_FOUND, also for a site without WordPress */
async function findOwn(context: CallContext, id: string): Promise<SiteRow> {
  const site = await findSite(context, { id });
  if (site.type !== 'wordpress') throw new PanelError('NOT_FOUND');
  return site;
}

/**
 * The SFTP access of a WordPress site.
 * @throws PanelError NOT_FOUND
 */
export async function showFtp(context: CallContext, id: string): Promise<FtpAccess> {
  return showAccess(context, (await findOwn(context, id)).id);
}

/**
 * Opens the files of a WordPress site to a new user name and password. An access that was open before ends.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TENANT_MISMATCH, SITE_UNAVAILABLE when this server offers no SFTP
 */
export async function startFtp(context: CallContext, input: FtpInput): Promise<FtpStarted> {
  await checkTenant(context, input);
  const { app } = context;
  const site = await findWordPress(context, { id: input.site_id });
  if ((await app.sftp.address()) === null)
    throw new PanelError('SITE_UNAVAILABLE', { reason: 'SFTP is not available on this server. Contact support.' });
  const password = randomBytes(18).toString('base64url');
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    found(await siteRepo(tx, scopeOf(context)).lock(site.id));
    await endAccesses(tx, site.id, now);
    await insertAccess(tx, {
      siteId: site.id,
      userName: `sftp-${randomBytes(5).toString('hex')}`,
      passwordHash: passwordHash(password),
      createdAt: now,
      expiresAt: new Date(now.getTime() + input.period * HOUR_MS),
    });
  });
  await record(context, 'site.sftp.started', site, { hours: input.period });
  return { status: true, ...(await showAccess(context, site.id)), password };
}

/**
 * Ends the SFTP access of a WordPress site; its connections are closed within seconds.
 * @throws PanelError NOT_FOUND
 */
export async function endFtp(context: CallContext, id: string): Promise<FtpAccess> {
  const site = await findOwn(context, id);
  await endAccesses(context.app.db, site.id, context.app.clock.now());
  await record(context, 'site.sftp.ended', site);
  return showAccess(context, site.id);
}
