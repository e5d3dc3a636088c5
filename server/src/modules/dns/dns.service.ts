import {
  recordKey,
  zoneNameOf,
  zoneProblems,
  type DnsRecord,
  type DnsVersion,
  type DnsZone,
  type MailCheck,
  type ZoneFileContent,
} from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { printZoneFile } from '../../dns/zone-file/print-zone-file.ts';
import { UPLOAD_JOBS } from '../../uploads/upload-jobs.ts';
import { within } from '../../db/select-page.ts';
import { siteRepo, taskSite, type SiteRow } from '../site/site.repo.ts';
import {
  findZone,
  insertZone,
  lockZone,
  saveRecords,
  versionsOf,
  watchZone,
  type Saving,
  type ZoneRow,
} from './dns.repo.ts';
import { checkMail } from './mail/mail-check.service.ts';
import { requestDelivery } from './dns-delivery.ts';
import { claimNameservers } from './nameservers.repo.ts';
import { siteRecords } from './zone-template.ts';

const savingOf = ({ clock, dns }: Pick<AppContext, 'clock' | 'dns'>): Saving => ({
  now: clock.now(),
  served: dns.readsDatabase,
});

/**
 * Gives the domain of a live site, which is locked, its zone, unless it has one; called by whatever gives a site such a
 * domain.
 */
export async function ensureZone(
  app: Pick<AppContext, 'config' | 'clock' | 'dns'>,
  tx: Database,
  site: Pick<SiteRow, 'id' | 'partnerId' | 'fqdn' | 'domainType' | 'isStage'>,
): Promise<void> {
  if (site.domainType !== 'custom_domain' || site.isStage) return;
  const fqdn = zoneNameOf(site.fqdn);
  const owner = { partnerId: site.partnerId, resource: 'site', resourceId: site.id } as const;
  const nameservers = await claimNameservers(tx, site.id);
  const records = siteRecords(fqdn, app.config.siteAddresses);
  await insertZone(tx, { ...owner, fqdn, records, nameservers }, savingOf(app));
}

/** The same for a site as it is now: one that is losing its domain gets no zone that nobody would remove. */
export async function addMissingZone(
  app: Pick<AppContext, 'db' | 'config' | 'clock' | 'dns'>,
  siteId: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const site = await taskSite(tx, siteId, { lock: true });
    if (site && !site.binnedAt) await ensureZone(app, tx, site);
  });
}

/** The zone of a domain in the caller's scope. A domain from before there were zones gets its zone now. */
async function zoneOfCaller(context: CallContext, fqdn: string): Promise<ZoneRow> {
  const { app } = context;
  const scope = scopeOf(context);
  const known = await findZone(app.db, scope, fqdn);
  if (known) return known;
  const all = siteRepo(app.db, scope, within);
  const site = found((await all.find({ fqdn })) ?? (await all.find({ fqdn: `www.${fqdn}` })));
  await addMissingZone(app, site.id);
  app.edge.invalidate(fqdn);
  return found(await findZone(app.db, scope, fqdn));
}

/** What the lists and the editor show of a zone. */
export const wireFacts = ({ fqdn, resourceId, serial, servedSerial, error, updatedAt }: ZoneRow) => ({
  fqdn,
  site_id: resourceId,
  serial,
  is_served: servedSerial === serial,
  error: servedSerial === serial ? null : error,
  updated_at: updatedAt.toISOString(),
});

const wireZone = ({ partner }: CallContext, row: ZoneRow): DnsZone => ({
  ...wireFacts(row),
  nameservers: row.nameservers ?? partner.nameservers,
  records: row.records,
});

export const showZone = async (context: CallContext, fqdn: string): Promise<DnsZone> =>
  wireZone(context, await zoneOfCaller(context, fqdn));

export async function showVersions(context: CallContext, fqdn: string): Promise<DnsVersion[]> {
  const { id } = await zoneOfCaller(context, fqdn);
  const rows = await versionsOf(context.app.db, id);
  return rows.map(({ serial, records, savedBy, createdAt }) => ({
    ...{ serial, records, saved_by: savedBy },
    created_at: createdAt.toISOString(),
  }));
}

/** @throws PanelError VALIDATION with each record that conflicts with the others */
function checkRecords(fqdn: string, records: readonly DnsRecord[]): void {
  const problems = zoneProblems(fqdn, records);
  if (problems.length === 0) return;
  const fields = Object.fromEntries(problems.map(({ index, message }) => [`records.${index}.value`, message]));
  throw new PanelError('VALIDATION', {}, { fields });
}

/** Saves a version that is made from the one with this serial. */
async function save(
  context: CallContext,
  { fqdn, serial }: { fqdn: string; serial: number },
  change: (records: readonly DnsRecord[]) => DnsRecord[],
): Promise<{ status: true; data: DnsZone }> {
  const { app } = context;
  await zoneOfCaller(context, fqdn);
  const data = await app.db.transaction(async (tx) => {
    const zone = found(await lockZone(tx, scopeOf(context), fqdn));
    if (zone.serial !== serial) throw new PanelError('CONFLICT');
    const records = change(zone.records);
    checkRecords(fqdn, records);
    const saved = await saveRecords(tx, zone, records, {
      ...savingOf(app),
      userId: signedIn(context).id,
    });
    return wireZone(context, saved);
  });
  app.edge.invalidate(fqdn);
  if (!app.dns.readsDatabase) context.afterwards('DNS delivery', () => requestDelivery(app));
  return { status: true, data };
}

export const updateZone = (context: CallContext, input: { fqdn: string; serial: number; records: DnsRecord[] }) =>
  save(context, input, () => input.records);

export const deleteRecords = (
  context: CallContext,
  { fqdn, deleted_records, dnsSettings: { serial } }: DeleteInput,
) => {
  const deleted = new Set(deleted_records.map(recordKey));
  return save(context, { fqdn, serial }, (records) => records.filter((record) => !deleted.has(recordKey(record))));
};
type DeleteInput = { fqdn: string; deleted_records: DnsRecord[]; dnsSettings: { serial: number } };

/** The content of an uploaded zone file. @throws PanelError VALIDATION with the line that cannot be read */
export async function readZoneFile(
  context: CallContext,
  input: { fqdn: string; file: File },
): Promise<ZoneFileContent> {
  const { fqdn } = await zoneOfCaller(context, input.fqdn);
  if (input.file.size > UPLOAD_JOBS.zoneFile.inputBytes)
    throw new PanelError('TOO_LARGE', { limit: `${UPLOAD_JOBS.zoneFile.inputBytes / 1024 ** 2} MB` });
  const file = new Uint8Array(await input.file.arrayBuffer());
  const zone = await context.app.uploads.run('zoneFile', signedIn(context).id, { file, zone: fqdn });
  if ('refused' in zone)
    throw new PanelError('VALIDATION', {}, { fields: { file: `Line ${zone.line}: ${zone.refused}` } });
  return { status: true, ...zone };
}

export async function exportZone(context: CallContext, fqdn: string): Promise<{ status: true; text: string }> {
  const { serial, records, nameservers: own } = await zoneOfCaller(context, fqdn);
  const nameservers = own ?? context.partner.nameservers;
  return { status: true, text: printZoneFile({ fqdn, serial, records, nameservers }) };
}

export async function watchPropagation(context: CallContext, fqdn: string): Promise<{ status: true }> {
  const { id } = await zoneOfCaller(context, fqdn);
  await watchZone(context.app.db, id, signedIn(context).id, context.app.clock.now());
  return { status: true };
}

/** Whether the email of a domain is set up well; `selector` names a DKIM key to look for. */
export async function checkMailOf(
  context: CallContext,
  input: { fqdn: string; selector?: string | undefined },
): Promise<MailCheck> {
  const { fqdn, records } = await zoneOfCaller(context, input.fqdn);
  const { config, clock } = context.app;
  return checkMail(config.dnsResolvers, { fqdn, records, selector: input.selector }, clock.now());
}
