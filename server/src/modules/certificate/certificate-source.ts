import type { Database } from '../../db/database.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import type { SecretBox } from '../../security/secret-box.ts';
import type { Clock } from '../../kernel/clock-and-log.ts';
import type { CertificateAuthority, Issued } from '../../tls/certificate-authority.ts';
import { factsOf, isFor, renewalAt } from '../../tls/certificate-facts.ts';
import type { CertificateSource } from '../../tls/secure-contexts.ts';
import { hostsOf } from '../site/site.repo.ts';
import {
  addCertificate,
  removeFormer,
  servedFor,
  siteOfHost,
  type CertificateRow,
  type NewCertificate,
  type Owner,
} from './certificate.repo.ts';
import { ofPanel, openPanelOf, panelHosts } from './panel-host.repo.ts';

/** The row of a certificate that was issued or uploaded. */
export function certificateRow(
  owner: Owner,
  kind: NewCertificate['kind'],
  hosts: readonly string[],
  { chain, key }: Issued,
  secrets: SecretBox,
): NewCertificate {
  const { fingerprint, issuer, notBefore, notAfter } = factsOf(chain);
  const sealedKey = secrets.seal(key);
  return { ...owner, kind, hosts: [...hosts], chain, sealedKey, fingerprint, issuer, notBefore, notAfter };
}

type SourceDeps = { db: Database; secrets: SecretBox; authority: CertificateAuthority; clock: Clock };

/** The valid certificate of exactly this name, which may be a wildcard; null when there is none. */
export async function storedCertificate(
  { db, secrets, clock }: Pick<SourceDeps, 'db' | 'secrets' | 'clock'>,
  name: string,
): Promise<Issued | null> {
  const found = await servedFor(db, name, clock.now());
  if (!found?.hosts.includes(name) || found.notAfter <= clock.now()) return null;
  return { chain: found.chain, key: secrets.open(found.sealedKey) };
}

/**
 * Certificates from the database. An authority that answers at once makes the first one of a site or a panel, and renews it,
 * while its visitor waits: only for names that lead to a site, or to the panel of an open partner.
 */
export function createCertificateSource({
  db,
  secrets,
  authority,
  clock,
  panels,
}: SourceDeps & { /** Whether panels are served by HTTPS here. */ panels: boolean }): CertificateSource {
  // Handshakes for all names of a site or a panel wait for one order.
  const shared = createSharedWork<CertificateRow>();
  const ownerOf = async (host: string): Promise<Owner | undefined> => {
    const siteId = await siteOfHost(db, host);
    if (siteId !== undefined) return { resource: 'site', resourceId: siteId };
    const partnerId = panels ? await openPanelOf(db, host) : undefined;
    return partnerId === undefined ? undefined : ofPanel(partnerId);
  };
  const issueNow = async (owner: Owner) => {
    const hosts = await (owner.resource === 'panel' ? panelHosts : hostsOf)(db, owner.resourceId);
    const issued = await authority.issue(hosts, { signal: AbortSignal.timeout(10_000), note: () => undefined });
    const row = await addCertificate(db, certificateRow(owner, authority.kind, hosts, issued, secrets));
    await removeFormer(db, row);
    return row;
  };
  // What is still valid is better than no answer; the next look tries again.
  const keepValid = (found: CertificateRow | undefined, host: string) => (error: unknown) => {
    if (found && found.notAfter > clock.now() && found.hosts.some((name) => isFor(name, host))) return found;
    throw error;
  };
  return async (host, known) => {
    const now = clock.now();
    const found = await servedFor(db, host, now);
    const isGood =
      found &&
      found.hosts.some((name) => isFor(name, host)) &&
      (found.kind === 'own' ? found.notAfter > now : renewalAt(found) > now);
    const owner = isGood || !authority.isInstant ? undefined : await ownerOf(host);
    const row =
      owner === undefined
        ? found
        : await shared(`${owner.resource} ${owner.resourceId}`, () => issueNow(owner)).catch(keepValid(found, host));
    if (!row) return null;
    return row.id === known ? 'unchanged' : { id: row.id, chain: row.chain, key: secrets.open(row.sealedKey) };
  };
}
