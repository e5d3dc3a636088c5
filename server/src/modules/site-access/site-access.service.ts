import type { FtpAccess, FtpFiles, FtpInput, FtpStarted } from '@panel/contract';
import { hash, randomBytes } from 'node:crypto';
import { audit } from '../../context/audit.repo.ts';
import { openerOf, signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import type { Database } from '../../db/database.ts';
import { findSite } from '../site/find-site.ts';
import { siteRepo, type SiteRow } from '../site/site.repo.ts';
import { connectionsOf, endAccesses, insertAccess, openAccess, type ConnectionRow } from './site-access.repo.ts';
import { needPort } from '../site/site-ports.ts';

export const HOUR_MS = 3_600_000;
/** A connection that its process has not renewed for this long has ended with the process. */
const RENEWED_MS = 30_000;

export const passwordHash = (password: string): string => hash('sha256', password, 'base64url');

function wireConnection({ id, address, startedAt, seenAt, endedAt }: ConnectionRow, now: Date) {
  const end = endedAt ?? (now.getTime() - seenAt.getTime() > RENEWED_MS ? seenAt : null);
  return { id, address, started_at: startedAt.toISOString(), ended_at: end?.toISOString() ?? null };
}

async function showAccess({ app, partner }: CallContext, siteId: string): Promise<FtpAccess> {
  const now = app.clock.now();
  const row = await openAccess(app.db, siteId, 'sftp', now);
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

/** Writes to the audit log who opened or ended access to a site. */
export async function record(
  context: CallContext,
  action: string,
  site: Pick<SiteRow, 'id'>,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, action, who, { siteId: site.id, ...detail });
}

/** @throws PanelError NOT_FOUND, also for a site without WordPress */
export async function findOwn(context: CallContext, id: string): Promise<SiteRow> {
  const site = await findSite(context, { id });
  needPort(context.app, site, 'wordpress');
  return site;
}

/** Sites whose owner changes the files; those of the others come from a repository or the site builder. */
const OWN_FILES: ReadonlySet<SiteRow['type']> = new Set(['wordpress', 'ftp', 'ftp_migration']);

/** @throws PanelError NOT_FOUND, also for a site whose files come from elsewhere */
async function findWithFiles(context: CallContext, id: string): Promise<SiteRow> {
  const site = await findSite(context, { id });
  if (!OWN_FILES.has(site.type)) throw new PanelError('NOT_FOUND');
  return site;
}

/** The same, ready. @throws PanelError NOT_FOUND, SITE_NOT_READY */
async function findReady(context: CallContext, id: string): Promise<SiteRow> {
  const site = await findWithFiles(context, id);
  if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
  return site;
}

/** @throws PanelError SITE_UNAVAILABLE when this server offers no SFTP */
export async function needSftp({ app }: CallContext): Promise<void> {
  if ((await app.sftp.address()) === null)
    throw new PanelError('SITE_UNAVAILABLE', { reason: 'SFTP is not available on this server. Contact support.' });
}

/**
 * Writes an access of a locked site; what was open before ends. Nobody can sign in before the site is ready.
 * @returns the password, which is stored as its hash
 */
export async function writeAccess(
  context: CallContext,
  tx: Database,
  siteId: string,
  period: number,
): Promise<{ password: string }> {
  const password = randomBytes(18).toString('base64url');
  const now = context.app.clock.now();
  await endAccesses(tx, siteId, now, 'sftp');
  await insertAccess(tx, {
    workloadId: siteId,
    userId: openerOf(context),
    userName: `sftp-${randomBytes(5).toString('hex')}`,
    passwordHash: passwordHash(password),
    createdAt: now,
    expiresAt: new Date(now.getTime() + period * HOUR_MS),
  });
  return { password };
}

/** The answer with the password, and the line of the audit log. */
export async function accessStarted(
  context: CallContext,
  site: Pick<SiteRow, 'id'>,
  password: string,
  period: number,
): Promise<FtpStarted> {
  await record(context, 'site.sftp.started', site, { hours: period });
  return { status: true, ...(await showAccess(context, site.id)), password };
}

/**
 * The SFTP access of a site.
 * @throws PanelError NOT_FOUND
 */
export async function showFtp(context: CallContext, id: string): Promise<FtpAccess> {
  return showAccess(context, (await findWithFiles(context, id)).id);
}

/**
 * Whether files have arrived on a site without WordPress.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY
 */
export async function showArrival(context: CallContext, id: string): Promise<FtpFiles> {
  const site = await findReady(context, id);
  needPort(context.app, site, 'deployable');
  return { status: true, arrived: await context.app.hosting.arrived(site.id) };
}

/**
 * Opens the files of a site to a new user name and password. An access that was open before ends.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TENANT_MISMATCH, SITE_UNAVAILABLE when this server offers no SFTP
 */
export async function startFtp(context: CallContext, input: FtpInput): Promise<FtpStarted> {
  await checkTenant(context, input);
  const site = await findReady(context, input.site_id);
  await needSftp(context);
  const { password } = await context.app.db.transaction(async (tx) => {
    found(await siteRepo(tx, scopeOf(context)).lock(site.id));
    return writeAccess(context, tx, site.id, input.period);
  });
  return accessStarted(context, site, password, input.period);
}

/**
 * Ends the SFTP access of a site; its connections are closed within seconds.
 * @throws PanelError NOT_FOUND
 */
export async function endFtp(context: CallContext, id: string): Promise<FtpAccess> {
  const site = await findWithFiles(context, id);
  await endAccesses(context.app.db, site.id, context.app.clock.now(), 'sftp');
  await record(context, 'site.sftp.ended', site);
  return showAccess(context, site.id);
}
