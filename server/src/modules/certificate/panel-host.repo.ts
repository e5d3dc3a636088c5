import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { parse } from 'tldts';
import { servesPanel } from '../../config/tls.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { certificate, partner, partnerHost, sslSetting, task } from '../../db/schema.ts';
import { isFor, renewalAt } from '../../tls/certificate-facts.ts';
import { SPECIAL } from '../domain/domain-name.ts';
import { servedFor, type Owner } from './certificate.repo.ts';
import { AGAIN_MS, hostsUnderWildcards } from './wildcard.repo.ts';

/** The panel of a partner; the certificate for all names of its sites domain is another owner's. */
export const ofPanel = (partnerId: string): Owner => ({ resource: 'panel', resourceId: partnerId });

/** The resource of its tasks: those of the sites domain of the same partner are others. */
export const PANEL_CERTIFICATE = 'panel certificate';

/** Orders of one run: a public authority limits how fast they come. */
const AT_ONCE = 50;

/** Whether a public authority can issue for a name: no address, and none that everybody has on their own machine. */
export function isPublicHost(host: string): boolean {
  const ending = host.split('.').at(-1) ?? '';
  return host.includes('.') && ending !== 'test' && !SPECIAL.has(ending) && parse(host).isIp === false;
}

/** The hosts at which a partner's panel answers, the main one first. */
export async function panelHosts(db: Database, partnerId: string): Promise<string[]> {
  const rows = await db
    .select({ host: partnerHost.host })
    .from(partnerHost)
    .innerJoin(partner, eq(partner.id, partnerHost.partnerId))
    .where(eq(partner.id, partnerId))
    .orderBy(asc(sql`${partnerHost.host} <> ${partner.domain}`), asc(partnerHost.host));
  return rows.map(({ host }) => host);
}

/** Whether the panel of a partner answers at a host now. */
export const isPanelHost = async (db: Database, partnerId: string, host: string): Promise<boolean> =>
  (await db.$count(partnerHost, and(eq(partnerHost.partnerId, partnerId), eq(partnerHost.host, host)))) > 0;

/** The open partner whose panel answers at a host. */
export async function openPanelOf(db: Database, host: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: partner.id })
    .from(partnerHost)
    .innerJoin(partner, eq(partner.id, partnerHost.partnerId))
    .where(and(eq(partnerHost.host, host), openAccount(partner)));
  return row?.id;
}

/** Whether a visitor who comes to a panel by HTTPS sees a valid certificate. */
export async function hasPanelCertificate(
  { db, authority, clock }: Pick<AppContext, 'db' | 'authority' | 'clock'>,
  host: string,
): Promise<boolean> {
  const now = clock.now();
  const found = await servedFor(db, host, now);
  if (found && found.notAfter > now && found.hosts.some((name) => isFor(name, host))) return true;
  return authority.isInstant && (await openPanelOf(db, host)) !== undefined;
}

export type DuePanel = { id: string; host: string };

/** The panels that need a certificate of their own now: their first, one for a new host, or a renewal. */
export async function panelsDue({
  db,
  config,
  clock,
  authority,
}: Pick<AppContext, 'db' | 'config' | 'clock' | 'authority'>): Promise<DuePanel[]> {
  // One that answers at once makes it in the handshake.
  if (authority.isInstant || !servesPanel(config)) return [];
  const now = clock.now();
  const partners = await db
    .select({ id: partner.id, host: partner.domain, failedAt: sslSetting.failedAt })
    .from(partner)
    .leftJoin(sslSetting, and(eq(sslSetting.resource, 'panel'), eq(sslSetting.resourceId, partner.id)))
    .where(openAccount(partner))
    .orderBy(asc(partner.createdAt), asc(partner.id));
  const rows = await db
    .select({
      ...{ id: certificate.resourceId, hosts: certificate.hosts },
      ...{ notBefore: certificate.notBefore, notAfter: certificate.notAfter },
    })
    .from(certificate)
    .where(eq(certificate.resource, 'panel'));
  const isGood = ({ id, host }: DuePanel): boolean =>
    rows.some((row) => row.id === id && row.hosts.includes(host) && renewalAt(row) > now);
  const lacking = partners.filter(
    (each) =>
      isPublicHost(each.host) &&
      !(each.failedAt && each.failedAt.getTime() > now.getTime() - AGAIN_MS) &&
      !isGood(each),
  );
  const covered = await hostsUnderWildcards(
    db,
    lacking.map(({ host }) => host),
    now,
  );
  return lacking
    .filter(({ host }) => !covered.has(host))
    .slice(0, AT_ONCE)
    .map(({ id, host }) => ({ id, host }));
}

/** After the host of a panel was changed: what is not for the new one goes, and the new one may be tried at once. */
export async function panelMoved(tx: Database, partnerId: string, host: string): Promise<void> {
  await tx
    .delete(certificate)
    .where(
      and(
        eq(certificate.resource, 'panel'),
        eq(certificate.resourceId, partnerId),
        sql`not ${certificate.hosts} @> array[${host}]::text[]`,
      ),
    );
  await tx.delete(sslSetting).where(and(eq(sslSetting.resource, 'panel'), eq(sslSetting.resourceId, partnerId)));
}

export type KnownCertificate = {
  /** The end of what is served; null for nothing. */
  notAfter: Date | null;
  /** Why the last request failed. */
  error: { message: string; at: Date } | null;
  /** The request that runs now. */
  taskId: string | null;
};

/** What is known about the certificates of these panels, in four queries for all of them. */
export async function panelCertificates(
  db: Database,
  panels: readonly DuePanel[],
  now: Date,
): Promise<Map<string, KnownCertificate>> {
  if (panels.length === 0) return new Map();
  const ids = panels.map(({ id }) => id);
  const own = await db
    .select({ id: certificate.resourceId, hosts: certificate.hosts, notAfter: certificate.notAfter })
    .from(certificate)
    .where(and(eq(certificate.resource, 'panel'), inArray(certificate.resourceId, ids)));
  const settings = await db
    .select()
    .from(sslSetting)
    .where(and(eq(sslSetting.resource, 'panel'), inArray(sslSetting.resourceId, ids)));
  const running = await db
    .select({ id: task.id, resourceId: task.resourceId })
    .from(task)
    .where(and(eq(task.resource, PANEL_CERTIFICATE), inArray(task.resourceId, ids), isNull(task.endedAt)));
  const covered = await hostsUnderWildcards(
    db,
    panels.map(({ host }) => host),
    now,
  );
  return new Map(
    panels.map(({ id, host }) => {
      const ends = own
        .filter((row) => row.id === id && row.hosts.includes(host) && row.notAfter > now)
        .map(({ notAfter }) => notAfter.getTime());
      const setting = settings.find(({ resourceId }) => resourceId === id);
      return [
        id,
        {
          notAfter: ends.length > 0 ? new Date(Math.max(...ends)) : (covered.get(host) ?? null),
          error: setting?.error && setting.failedAt ? { message: setting.error, at: setting.failedAt } : null,
          taskId: running.find(({ resourceId }) => resourceId === id)?.id ?? null,
        },
      ];
    }),
  );
}
