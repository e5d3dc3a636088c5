import type { SiteDomain, SiteFqdnInput } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { withMessage } from '../../context/said.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { removeZonesOf } from '../dns/dns.repo.ts';
import { isValid, licenseOf, listLicenses } from '../license/license.repo.ts';
import { assignTo } from '../license/license.service.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { lockNames } from '../../db/lock-names.ts';
import { renameSite } from '../site-address/rename-site.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { findWorkload, lockIdleWorkload, lockWorkload } from '../site/find-site.ts';
import { hasPort } from '../site/site-ports.ts';
import { moveSite, releaseHosts, type SiteRow } from '../site/site.repo.ts';
import { claimOwner, pairFor } from './claim-pair.repo.ts';
import { connectPayload, removePayload } from './domain-move.ts';
import { hostsOfDomain, namesOf, refusalOf, txtName, txtValue } from './domain-name.ts';
import { checkDomain, claimEndsAt } from './domain-proof.ts';
import {
  areHostsTaken,
  changeDomain,
  claimDomain,
  domainOf,
  openDomainOf,
  provenDomain,
  removeDomain,
  type DomainRow,
} from './domain.repo.ts';
import { displayDomain } from './look-alike.ts';

type Changed = { status: true; data: SiteDomain; task_id: string | null };

/** A double click, and two tabs, are one check of a site's domain. */
const sharedCheck = createSharedWork<void>();

const wireDomain = (row: DomainRow): SiteDomain['domain'] => ({
  fqdn: row.host,
  display: displayDomain(row.host),
  hosts: hostsOfDomain(row.domain),
  state: row.state,
  method: row.method,
  txt_name: txtName(row.domain),
  txt_value: txtValue(row.token),
  seen: row.seen,
  checked_at: row.checkedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  proven_at: row.provenAt?.toISOString() ?? null,
  ends_at: row.state === 'unproven' ? claimEndsAt(row).toISOString() : null,
});

/** Whether it is a site or an application. */
const kindOf = ({ app }: CallContext, site: SiteRow): SiteDomain['kind'] =>
  hasPort(app, site, 'builds') ? 'app' : 'site';

/** @throws PanelError NOT_FOUND, also for a staging site, which never has a domain of its own */
async function findLive(context: CallContext, key: { id: string } | { fqdn: string }): Promise<SiteRow> {
  const site = await findWorkload(context, key);
  if (site.isStage) throw new PanelError('NOT_FOUND');
  return site;
}

export async function showDomain(context: CallContext, id: string): Promise<SiteDomain> {
  const { app, partner } = context;
  const site = await findLive(context, { id });
  const row = await domainOf(app.db, id);
  return {
    ...{ site_id: id, fqdn: site.fqdn },
    kind: kindOf(context, site),
    sub_domain: site.domainType === 'sub_domain' ? site.fqdn : (row?.formerHost ?? null),
    domain: row ? wireDomain(row) : null,
    nameservers: row?.nameservers ?? partner.nameservers,
    addresses: [...app.config.siteAddresses],
  };
}

const record = (context: CallContext, action: string, siteId: string, domain: string): Promise<void> => {
  const { app, partner, request } = context;
  return audit(app.db, action, { partnerId: partner.id, userId: signedIn(context).id, request }, { siteId, domain });
};

/** Whether a site of anybody is served at the domain, or at `www` below it. */
export const isDomainUsed = async (db: Database, typed: string): Promise<boolean> => {
  const { domain } = namesOf(typed);
  return Boolean(await provenDomain(db, domain)) || areHostsTaken(db, hostsOfDomain(domain));
};

/** @throws PanelError DOMAIN_EXISTS */
async function refuseSecond(db: Database, site: SiteRow): Promise<DomainRow | undefined> {
  const row = await domainOf(db, site.id);
  if (row && row.state !== 'unproven') throw new PanelError('DOMAIN_EXISTS', { domain: displayDomain(row.host) });
  if (site.domainType === 'custom_domain') throw new PanelError('DOMAIN_EXISTS', { domain: displayDomain(site.fqdn) });
  return row;
}

/**
 * A site needs a valid licence for a domain (spec §5); it gets the given one unless it has one. Returns the task that
 * restarts it.
 * @throws PanelError DOMAIN_LICENSE, NOT_FOUND, LICENSE_NOT_VALID, LICENSE_USED, TASK_RUNNING, SITE_NOT_READY
 */
async function needLicense(context: CallContext, site: SiteRow, key: string | null): Promise<string | null> {
  const { app } = context;
  const own = site.licenseKey === null ? undefined : await licenseOf(app.db, site.licenseKey);
  if (own && isValid(own, app.clock.now())) return null;
  if (key === null) throw new PanelError('DOMAIN_LICENSE');
  const [license] = await listLicenses(app.db, scopeOf(context), { key, limit: 1 });
  return assignTo(context, { licenseId: found(license).id, id: site.id }, kindOf(context, site));
}

/** @throws PanelError VALIDATION for a name that is no customer's to claim */
async function refuseName(db: Database, fqdn: string): Promise<void> {
  const refused = await refusalOf(db, fqdn);
  if (refused) throw new PanelError('VALIDATION', {}, { fields: { fqdn: withMessage(refused).message } });
}

/**
 * Claims a domain for a site; nothing is served before it is proven. The same claim again changes nothing.
 * @throws PanelError NOT_FOUND, STAGING_NAME, VALIDATION, DOMAIN_USED, DOMAIN_EXISTS and those of a licence
 */
async function claim(context: CallContext, { params, body }: SiteFqdnInput): Promise<Changed> {
  const { app, partner } = context;
  const site = await findWorkload(context, params);
  if (site.isStage) throw new PanelError('STAGING_NAME');
  const { domain, host } = namesOf(body.fqdn);
  await refuseSecond(app.db, site);
  await refuseName(app.db, body.fqdn);
  if (await isDomainUsed(app.db, domain)) throw new PanelError('DOMAIN_USED');
  const task_id = await needLicense(context, site, body.license_key ?? null);
  await app.db.transaction(async (tx) => {
    // A partner may be getting this name now.
    await lockNames(tx);
    await refuseName(tx, body.fqdn);
    const locked = await lockWorkload(context, tx, site.id);
    const before = await refuseSecond(tx, locked);
    if (before?.host === host) return;
    if (await isDomainUsed(tx, domain)) throw new PanelError('DOMAIN_USED');
    const owned = { domain, partnerId: partner.id, owner: claimOwner(locked) };
    const nameservers = await pairFor(tx, app.secrets, owned);
    await claimDomain(tx, { partnerId: partner.id, resourceId: site.id, domain, host, nameservers }, app.clock.now());
  });
  app.edge.invalidate(domain);
  await record(context, 'domain.claim', site.id, domain);
  context.afterwards('the first check of a domain', () => checkSiteDomain(context, site.id));
  return { status: true, data: await showDomain(context, site.id), task_id };
}

/** Claims a domain, or renames a site on a sub-domain (data calls §7, `PUT /site/fqdn/{fqdn}`). */
export async function updateFqdn(context: CallContext, input: SiteFqdnInput): Promise<Changed> {
  if (input.body.domain_type === 'custom_domain') return claim(context, input);
  const { id } = await findLive(context, input.params);
  const { task_id } = await renameSite(context, input.params.fqdn, input.body.fqdn);
  return { status: true, data: await showDomain(context, id), task_id };
}

const checkSiteDomain = ({ app }: CallContext, siteId: string): Promise<void> =>
  sharedCheck(siteId, async () => {
    const open = await openDomainOf(app.db, siteId);
    if (open) await checkDomain(app, open);
  });

/** Asks the resolvers now. @throws PanelError NOT_FOUND */
export async function checkNow(context: CallContext, id: string): Promise<Changed> {
  const { app } = context;
  await findLive(context, { id });
  found(await domainOf(app.db, id));
  await checkSiteDomain(context, id);
  return { status: true, data: await showDomain(context, id), task_id: (await findLive(context, { id })).taskId };
}

/** @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY */
async function lockReady(context: CallContext, tx: Database, id: string): Promise<SiteRow> {
  const site = await lockIdleWorkload(context, tx, id);
  if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
  await moveSite(tx, id, 'processing');
  return site;
}

/**
 * Makes a proven domain the address of its site.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY, DOMAIN_NOT_VERIFIED
 */
export async function connectDomain(context: CallContext, id: string): Promise<Started> {
  const { app } = context;
  await findLive(context, { id });
  return app.db.transaction(async (tx) => {
    // The site first, as everywhere: the check of a domain locks both, too.
    await lockWorkload(context, tx, id);
    const domain = found(await domainOf(tx, id, { lock: true }));
    if (domain.state === 'unproven') throw new PanelError('DOMAIN_NOT_VERIFIED');
    if (domain.state === 'connected') throw new PanelError('CONFLICT');
    const site = await lockReady(context, tx, id);
    await changeDomain(tx, domain.id, { triedAt: app.clock.now() });
    return startSiteTask(context, tx, {
      kind: 'site.domain',
      site,
      payload: connectPayload(context.app, site, domain),
    });
  });
}

/**
 * Gives a domain up. A site that has it as its address gets its former one back by a task.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY
 */
export async function dropDomain(context: CallContext, id: string): Promise<Changed> {
  const { app } = context;
  await findLive(context, { id });
  const { domain, task_id } = await app.db.transaction(async (tx) => {
    const locked = await lockWorkload(context, tx, id);
    const row = found(await domainOf(tx, id, { lock: true }));
    if (row.state === 'connected') {
      const site = await lockReady(context, tx, locked.id);
      const payload = removePayload(context.app, site, row);
      return {
        domain: row.domain,
        ...(await startSiteTask(context, tx, { kind: 'site.domain-remove', site, payload })),
      };
    }
    if (row.state === 'proven') {
      await lockIdleWorkload(context, tx, id);
      await releaseHosts(tx, id, hostsOfDomain(row.domain));
      await removeZonesOf(tx, 'site', id);
    }
    await removeDomain(tx, row.id);
    return { domain: row.domain, task_id: null };
  });
  for (const host of hostsOfDomain(domain)) app.edge.invalidate(host);
  await record(context, 'domain.remove', id, domain);
  return { status: true, data: await showDomain(context, id), task_id };
}
