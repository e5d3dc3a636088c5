import type { AppContext } from '../../context/app-context.ts';
import { shakeHands, type Handshake } from '../../tls/handshake.ts';
import { hostsOf } from '../site/site.repo.ts';
import { writeSslSetting, type Owner } from './certificate.repo.ts';
import { panelHosts } from './panel-host.repo.ts';

type Deps = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** Looks at what is served for a host name, by a handshake like a visitor's, and stores the result. */
export async function checkServed({ db, config, clock }: Deps, owner: Owner, host: string): Promise<Handshake> {
  const now = clock.now();
  const seen =
    config.httpsPort === null
      ? { ok: false, detail: 'HTTPS is switched off on this server.', fingerprint: null }
      : await shakeHands({ addresses: config.siteAddresses, port: config.httpsPort }, host, now);
  await writeSslSetting(db, owner, {
    checkedAt: now,
    checkError: seen.ok ? null : seen.detail,
    checkedFingerprint: seen.fingerprint,
  });
  return seen;
}

/** Drops what all processes know about the certificates of a site or a panel. */
export async function forgetCertificates(
  { db, edge }: Pick<AppContext, 'db' | 'edge'>,
  { resource, resourceId }: Owner,
): Promise<void> {
  const hosts = await (resource === 'panel' ? panelHosts : hostsOf)(db, resourceId);
  for (const host of hosts) edge.invalidate(host);
}
