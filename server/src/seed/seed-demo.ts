import { randomBytes, randomUUID } from 'node:crypto';
import type { AppContext } from '../context/app-context.ts';
import { ensureZone } from '../modules/dns/dns.service.ts';
import { changeDomain, claimDomain, redirectHosts } from '../modules/domain/domain.repo.ts';
import { offerPrices } from '../modules/payment/price.repo.ts';
import { giveLicense } from '../modules/license/license.repo.ts';
import { insertSite, recordTask, takeHost, type SiteRow } from '../modules/site/site.repo.ts';
import { hashPassword } from '../lib/password.ts';
import {
  DEMO_PARTNERS,
  DEMO_PASSWORD,
  DEMO_PLAN,
  demoPeople,
  logosOf,
  OPERATOR,
  panelHost,
  sitesDomain,
  type DemoPartner,
} from './demo-data.ts';
import { seedDemoApps } from './demo-apps.ts';
import { writeHistory } from './demo-history.ts';
import { demoPrices } from './demo-prices.ts';
import { DEMO_SITES, type DemoSite } from './demo-sites.ts';
import { addHost, findOwner, insertPartner, insertUsers, once } from './seed.repo.ts';

const NAMESERVERS = [1, 2, 3, 4];

/**
 * Writes missing demo data. The sites are ordinary tasks: a worker installs them, and the panel shows their progress.
 */
export async function seedDemo(app: AppContext): Promise<void> {
  for (const partner of DEMO_PARTNERS) await once(app.db, `partner.${partner.slug}`, (tx) => writePartner(tx, partner));
  // The configured address of this installation leads to the first brand, as localhost does.
  await addHost(app.db, 'aurora', new URL(app.config.publicUrl).hostname);
  await once(app.db, 'operator', async (tx) =>
    insertUsers(tx, [{ ...OPERATOR, partnerId: null, passwordHash: await hashPassword(DEMO_PASSWORD) }]),
  );
  for (const { slug } of DEMO_PARTNERS) await once(app.db, `licenses.${slug}`, (tx) => giveLicenses(app, tx, slug));
  for (const { slug } of DEMO_PARTNERS) await once(app.db, `prices.${slug}`, (tx) => offerDemoPrices(tx, slug));
  for (const site of DEMO_SITES) await once(app.db, `site.${site.name}`, (tx) => startSite(app, tx, site));
  await seedDemoApps(app);
}

async function writePartner(tx: AppContext['db'], demo: DemoPartner): Promise<void> {
  const { slug, name, isSpecial, attributes, languages } = demo;
  const domain = panelHost(slug);
  const partnerId = await insertPartner(
    tx,
    {
      slug,
      name,
      domain,
      sitesDomain: sitesDomain(slug),
      isSpecial,
      attributes,
      languages,
      ...logosOf(demo),
      supportEmail: `support@${slug}.example`,
      nameservers: NAMESERVERS.map((n) => `ns${n}.${slug}.example`),
      nameserverDomain: `dns.${slug}.example`,
      stagingNameservers: [1, 2].map((n) => `staging-ns${n}.${slug}.example`),
      ssoSecret: randomBytes(32).toString('base64url'),
    },
    demo.hosts,
  );
  if (!partnerId) return;
  await insertUsers(
    tx,
    await Promise.all(
      demoPeople(slug).map(async (person) => ({
        ...person,
        staffRole: person.role === 'admin' ? 'owner' : null,
        partnerId,
        planType: DEMO_PLAN,
        passwordHash: await hashPassword(DEMO_PASSWORD),
      })),
    ),
  );
}

/** One for a single site, and one for two. */
async function giveLicenses(app: AppContext, tx: AppContext['db'], slug: string): Promise<void> {
  const owner = await findOwner(tx, slug, `customer@${slug}.example`);
  if (!owner) return;
  const { partnerId, customerId } = owner;
  for (const product of ['site_basic', 'site_pro'] as const)
    await giveLicense(tx, { partnerId, customerId, product, termMonths: 12, autoRenewal: true }, app.clock.now());
}

/** Who sells in more than dollars. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = { aurora: ['usd', 'eur'] };

async function offerDemoPrices(tx: AppContext['db'], slug: string): Promise<void> {
  const owner = await findOwner(tx, slug, `customer@${slug}.example`);
  if (owner) await offerPrices(tx, demoPrices(owner.partnerId, CURRENCIES[slug]));
}

async function startSite(app: AppContext, tx: AppContext['db'], demo: DemoSite): Promise<void> {
  const owner = await findOwner(tx, 'aurora', 'customer@aurora.example');
  if (!owner) return;
  const { partnerId, customerId, email } = owner;
  const former = `${demo.name}.${owner.sitesDomain}`;
  const fqdn = demo.domain ?? former;
  const site = await insertSite(tx, {
    partnerId,
    customerId,
    nodeId: app.machine.place(),
    fqdn,
    name: demo.name,
    type: demo.type,
    domainType: demo.domain ? 'custom_domain' : 'sub_domain',
    infraDomainId: randomUUID(),
    title: demo.title,
    adminUser: 'demo',
    adminEmail: email,
  });
  if (!site) return;
  await writeHistory(tx, site.id, demo.traffic, app.clock.now());
  if (demo.domain) await connectDomain(app, tx, site, demo.domain, former);
  const taskId = await app.tasks.enqueue(tx, {
    kind: 'site.create',
    partnerId,
    customerId,
    userId: customerId,
    resourceId: site.id,
    title: fqdn,
    payload: demo.files ? { files: demo.files } : {},
    secrets: { adminPassword: DEMO_PASSWORD },
  });
  await recordTask(tx, site.id, taskId);
}

/** What a domain leaves behind that a customer has connected: its zone, and addresses that lead to it. */
async function connectDomain(
  app: AppContext,
  tx: AppContext['db'],
  site: SiteRow,
  domain: string,
  formerHost: string,
): Promise<void> {
  const now = app.clock.now();
  const { id } = await claimDomain(tx, { partnerId: site.partnerId, resourceId: site.id, domain, host: domain }, now);
  await changeDomain(tx, id, { state: 'connected', method: 'txt', provenAt: now, formerHost });
  const others = [`www.${domain}`, formerHost];
  for (const host of others) await takeHost(tx, site.id, host);
  await redirectHosts(tx, site.id, others, true);
  await ensureZone(app, tx, site);
}
