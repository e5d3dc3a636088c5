import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import type { CheckedBy } from '@panel/contract';
import { PICTURE_MARK } from '@panel/contract/wire';
import type { SiteEvidence } from '../../db/schema.ts';
import type { AppContext } from '../../context/app-context.ts';
import { readCdnSetting } from '../cdn/cdn-setting.repo.ts';
import { checkServed } from '../certificate/certificate-check.ts';
import { certificatesOf, readSslSetting } from '../certificate/certificate.repo.ts';
import { askAboutDomain } from '../domain/domain-check.ts';
import { openDomainOf } from '../domain/domain.repo.ts';
import { recordFacts, type SiteRow } from '../site/site.repo.ts';
import { isServed } from '../../db/open-account.ts';

type Deps = Pick<AppContext, 'db' | 'config' | 'clock' | 'delegations'>;
type DeliveredSite = Pick<SiteRow, 'id' | 'fqdn' | 'protectionUser'>;
type Seen = { ok: boolean; detail: string };

const ANSWER_MS = 20_000;

/** Whether the resolvers lead to this server; null for an address below the partner's own domain, and when no resolver answers. */
async function lookAtDns(deps: Deps, { id, fqdn }: DeliveredSite): Promise<Seen | null> {
  const open = await openDomainOf(deps.db, id);
  if (open?.domain.host !== fqdn) return null;
  const { leadsHere, isDelegated, isUnknown, silent } = await askAboutDomain(deps, open);
  if (silent) return null;
  const elsewhere = isUnknown ? '' : ', with records at another provider';
  const by = isDelegated ? ', through our name servers' : elsewhere;
  return leadsHere
    ? { ok: true, detail: `All resolvers that answered lead ${fqdn} to this server${by}.` }
    : { ok: false, detail: `${fqdn} does not lead to this server for all resolvers. Check its records.` };
}

/** What a handshake shows; null while the site has no certificate, and when nothing answers: that is not the site's fault. */
async function lookAtCertificate(deps: Deps, { id, fqdn }: DeliveredSite): Promise<Seen | null> {
  const owner = { resource: 'site', resourceId: id } as const;
  if (deps.config.httpsPort === null || (await certificatesOf(deps.db, owner, deps.clock.now())).length === 0)
    return null;
  const seen = await checkServed(deps, owner, fqdn);
  return seen.isSilent ? null : seen;
}

type Door = { address: string; port: number; tls: boolean };

/**
 * What the cache says about the home page; null when nothing answers, e.g. where a proxy stands before the edge. The request
 * is marked as part of the panel, so that it is no visit.
 */
function askCache({ address, port, tls }: Door, host: string): Promise<Seen | null> {
  return new Promise((resolve) => {
    const options = {
      ...{ host: address, port, path: '/', agent: false, signal: AbortSignal.timeout(ANSWER_MS) },
      headers: { host, referer: `http://${host}/?${PICTURE_MARK}`, accept: '*/*', 'user-agent': 'Panel checks' },
    };
    // The certificate has a check of its own.
    const asked = tls
      ? requestTls({ ...options, servername: host, rejectUnauthorized: false })
      : request({ ...options, setHost: false });
    asked.once('error', () => resolve(null));
    asked.once('response', (answer) => {
      answer.on('error', () => undefined).destroy();
      const status = answer.headers['cache-status'];
      if (typeof status !== 'string' || !status.startsWith('edge'))
        return resolve({ ok: false, detail: `The home page came past the cache, with status ${answer.statusCode}.` });
      resolve({ ok: true, detail: `The cache answered with status ${answer.statusCode} (${status}).` });
    });
    asked.end();
  });
}

/**
 * Whether the cache answers for the site; null before its owner has saved settings, for a protected site, which has none, and
 * while its customer is suspended.
 */
async function lookAtCache({ db, config }: Deps, { id, fqdn, protectionUser }: DeliveredSite): Promise<Seen | null> {
  const address = config.siteAddresses.find((each) => isIP(each) !== 0);
  if (address === undefined || protectionUser !== null || !(await readCdnSetting(db, 'site', id))) return null;
  if (!(await isServed(db, id))) return null;
  const ssl = await readSslSetting(db, { resource: 'site', resourceId: id });
  const tls = ssl?.forceHttps === true && config.httpsPort !== null;
  return askCache({ address, port: tls ? (config.httpsPort ?? 0) : config.port, tls }, fqdn);
}

/** Checks how visitors get to a site: its own domain, its certificate, the cache; only what the site has. */
export async function lookAtDelivery(deps: Deps, site: DeliveredSite, by: CheckedBy): Promise<SiteEvidence[]> {
  const [dns, certificate, cdn] = await Promise.all([
    lookAtDns(deps, site),
    lookAtCertificate(deps, site),
    lookAtCache(deps, site),
  ]);
  const checked_at = deps.clock.now().toISOString();
  const entry = (name: SiteEvidence['name'], seen: Seen | null): SiteEvidence[] =>
    seen ? [{ name, ok: seen.ok, detail: seen.detail, checked_at, by }] : [];
  return [...entry('DNS', dns), ...entry('Certificate', certificate), ...entry('CDN', cdn)];
}

/** The same, stored. Only the schedule decides what is broken. */
export async function checkDelivery(deps: Deps, site: DeliveredSite, by: CheckedBy): Promise<void> {
  await recordFacts(deps.db, site.id, { deliveryEvidence: await lookAtDelivery(deps, site, by) });
}
