import { findSite, findWordPress, lockIdle, showSite } from '../site/find-site.ts';
import { protectionFields, type Protection } from '../site/site-protection.ts';
import { limitsOfPlan, type Site, type SiteOverview, type SiteStatus, type SiteSummary } from '@panel/contract';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { addressOf } from '../../config/config.ts';
import { limitHitsOf } from '../../metrics/limit-hit.repo.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { domainOf } from '../domain/domain.repo.ts';
import { displayDomain } from '../domain/look-alike.ts';
import { licenseOf, productNames } from '../license/license.repo.ts';
import { siteLicense } from '../license/public-license.ts';
import { licensedSites } from '../license/licensed-site.repo.ts';
import { readSettings } from '../backup/backup-settings.repo.ts';
import { countVulnerable, countVulnerableOver } from '../vulnerability/vulnerability.repo.ts';
import { checkAfterwards, checkIfAsked } from './fresh-checks.ts';
import { checkSite, looksWell, measureSite } from '../site/site-checks.ts';
import { adminUrl, newestFirst } from '../site/public-site.ts';
import { moveToCustomer } from './move-to-customer.ts';
import { siteDue } from './site-due.ts';
import { uptimeOf } from '../site/site-uptime.repo.ts';
import { siteLimitOf } from '../license/site-quota.repo.ts';
import { moveSite, siteRepo, type SiteRow } from '../site/site.repo.ts';
import { hasPort } from '../site/site-ports.ts';

/** How far back the overview shows limits that were hit. */
const LIMIT_HIT_DAYS = 7;
/** Tasks that the overview shows. */
const ACTIVITY_MAX = 8;

/** Totals of the caller's scope, and the customer's maximum number of sites. */
export async function siteSummary(context: CallContext): Promise<SiteSummary> {
  const user = signedIn(context);
  const { config, db } = context.app;
  return {
    ...(await siteRepo(db, scopeOf(context)).summary()),
    vulnerable: config.vulnerabilityFeed ? await countVulnerableOver(db, scopeOf(context)) : null,
    siteLimit: isStaff(user) ? null : siteLimitOf(user) + (await licensedSites(db, user.id)),
    plan_type: isStaff(user) ? null : user.planType,
    sftp_available: (await context.app.sftp.address()) !== null,
  };
}

/** Details of an installed WordPress. */
function wordpressFacts({ app }: CallContext, site: SiteRow) {
  const admin_url = adminUrl(addressOf(app.config, site.fqdn));
  return { version: site.version, php_version: site.phpVersion, admin_url, admin_user: site.adminUser };
}

/**
 * A site with evidence, versions and the last 30 days. Old evidence is renewed after the response, or before it if
 * the caller asks for that; requests within ten seconds share one check.
 */
export async function siteOverview(
  context: CallContext,
  { id, check }: { id: string; check?: 'now' },
): Promise<SiteOverview> {
  const { app } = context;
  let row = await findSite(context, { id });
  if (check === 'now' && (await checkIfAsked(app, row))) row = await findSite(context, { id });
  const [site, days] = [await showSite(context, { id }), await siteRepo(app.db, scopeOf(context)).usageDays(id)];
  checkAfterwards(context, row);
  const failed = row.taskId === null && (row.status === 'failed' || row.status === 'moving');
  const failed_task = failed ? ((await app.tasks.failedTaskOf('site', id)) ?? null) : null;
  const limits = limitsOfPlan(row.planType).site;
  const due = await siteDue(app.db, id);
  const { is_active } = await readSettings(app.db, id);
  const vulnerable = app.config.vulnerabilityFeed ? await countVulnerable(app.db, id) : null;
  const license = row.licenseKey === null ? undefined : await licenseOf(app.db, row.licenseKey);
  const licenseName = license ? (await productNames(app.db, [license]))(license) : '';
  const domain = await domainOf(app.db, id);
  const limit_hits = await limitHitsOf(app.db, id, LIMIT_HIT_DAYS);
  return {
    site,
    evidence: [...row.evidence, ...row.deliveryEvidence],
    uptime: row.isStage ? null : await uptimeOf(app.db, row, site.health),
    days,
    failed_task,
    backupSettings: { is_active, last_backup_date: due.backup?.created_at ?? null },
    license: siteLicense(license, licenseName, app.clock.now()),
    domain: domain ? { fqdn: domain.host, display: displayDomain(domain.host), state: domain.state } : null,
    limits,
    limit_hits,
    due,
    activity: await app.tasks.newestOf('site', id, ACTIVITY_MAX),
    pluginsVulnerabilityCount: vulnerable?.plugin ?? null,
    themesVulnerabilityCount: vulnerable?.theme ?? null,
    wordpress: hasPort(app, row, 'wordpress') && row.assignedAt ? wordpressFacts(context, row) : null,
  };
}

/**
 * The WordPress at an address, checked now.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY
 */
export async function askWordPress(context: CallContext, fqdn: string) {
  const site = await findWordPress(context, { fqdn });
  const { hosting } = context.app;
  const { wpVersion, phpVersion } = await hosting.info(site.id);
  const currentWordPressVersion = newestFirst(hosting.capabilities().wpVersions)[0] ?? null;
  return { ...wordpressFacts(context, site), version: wpVersion, php_version: phpVersion, currentWordPressVersion };
}

/** Measures and stores the current size of a site. */
export async function measureNow(context: CallContext, fqdn: string): Promise<number> {
  const site = await findSite(context, { fqdn });
  if (!site.assignedAt) return 0;
  return (await measureSite(context.app, site.id)).bytes;
}

/**
 * The running task that deletes the site, or null: deleting twice is one deletion (decision: Writes).
 * @throws PanelError NOT_FOUND
 */
export async function runningDeletion(
  context: CallContext,
  tx: CallContext['app']['db'],
  id: string,
): Promise<{ row: SiteRow; taskId: string } | null> {
  const row = found(await siteRepo(tx, scopeOf(context)).lock(id));
  const taskId = row.status === 'moving' ? await openTaskOf(tx, 'site', id) : null;
  return taskId ? { row, taskId } : null;
}

type SiteValues = { name: string; password_protection: { username: string } | null };

/** Changes a site's display name or its password protection. */
export async function updateSite(
  context: CallContext,
  id: string,
  change: { name?: string; password_protection?: Protection; expected?: Expected<SiteValues> },
): Promise<Site> {
  const { app } = context;
  const protection = change.password_protection === undefined ? {} : await protectionFields(change.password_protection);
  const row = await app.db.transaction(async (tx) => {
    const locked = await lockIdle(context, tx, id);
    const { name, protectionUser: username } = locked;
    checkExpected(change.expected, { name, password_protection: username === null ? null : { username } });
    await siteRepo(tx, scopeOf(context)).update(id, {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...protection,
    });
    return locked;
  });
  app.edge.invalidate(row.fqdn);
  return showSite(context, { id });
}

/**
 * Assigns a site with its staging environment to a customer of the partner, or to none.
 * @throws PanelError NOT_FOUND, also for a staging site, which belongs to the customer of its live site; TASK_RUNNING
 */
export async function assignCustomer(
  context: CallContext,
  id: string,
  customerId: string | null,
  expected?: Expected<{ customer_id: string | null }>,
): Promise<Site> {
  const hosts = await context.app.db.transaction(async (tx) => {
    const row = await lockIdle(context, tx, id);
    checkExpected(expected, { customer_id: row.customerId });
    if (customerId && !(await siteRepo(tx, scopeOf(context)).isCustomer(customerId))) throw new PanelError('NOT_FOUND');
    return moveToCustomer(context, tx, row, customerId);
  });
  for (const host of hosts) context.app.edge.invalidate(host);
  return showSite(context, { id });
}

/**
 * Sets the status manually, along allowed transitions only. Ready requires that the site answers now.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, BAD_TRANSITION, SITE_NOT_READY
 */
export async function setStatus(context: CallContext, id: string, status: SiteStatus): Promise<Site> {
  const { app } = context;
  const row = await findSite(context, { id });
  const answers =
    status !== 'ready' ||
    (row.assignedAt !== null && (await checkSite(app, row, row.fqdn, 'request').then(looksWell, () => false)));
  await app.db.transaction(async (tx) => {
    await lockIdle(context, tx, id);
    await moveSite(tx, id, status, status === 'created' ? { assignedAt: app.clock.now() } : {});
    if (!answers) throw new PanelError('SITE_NOT_READY');
  });
  app.edge.invalidate(row.fqdn);
  return showSite(context, { id });
}
