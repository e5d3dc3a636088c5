import type { AppContext } from '../../context/app-context.ts';
import { shakeHands, type Handshake } from '../../tls/handshake.ts';
import { hostsOf } from '../site/site.repo.ts';
import { writeSslSetting, type Owner } from './certificate.repo.ts';

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

/** Drops what all processes know about the certificates of a site. */
export async function forgetCertificates({ db, edge }: Pick<AppContext, 'db' | 'edge'>, siteId: string): Promise<void> {
  for (const host of await hostsOf(db, siteId)) edge.invalidate(host);
}
