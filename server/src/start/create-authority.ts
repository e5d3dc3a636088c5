import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { DnsDriver } from '../dns/dns-driver.ts';
import { acmeAccountKey } from '../modules/certificate/acme-account.repo.ts';
import { deliverChallenges } from '../modules/certificate/challenge-zone.ts';
import { addChallenge, CHALLENGE_LABEL, removeChallenge } from '../modules/dns/challenge.repo.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { Clock } from '../kernel/clock-and-log.ts';
import type { CertificateAuthority } from '../tls/certificate-authority.ts';
import { createLocalAuthority } from '../tls/local-authority.ts';

type Deps = { config: Config; db: Database; secrets: SecretBox; clock: Clock; dns: DnsDriver };

const DELIVERY_MS = 30_000;

/** What issues the certificates of hosted sites. */
export async function createAuthority({ config, db, secrets, clock, dns }: Deps): Promise<CertificateAuthority> {
  const { acmeDirectoryUrl: directoryUrl, acmeEmail: email, acmeCaFile: caFile, siteAddresses, dataDir } = config;
  if (!directoryUrl) return createLocalAuthority(dataDir, clock);
  const deliver = (name: string) =>
    deliverChallenges({ db, dns, siteAddresses }, name, AbortSignal.timeout(DELIVERY_MS));
  const nameOf = (domain: string) => `${CHALLENGE_LABEL}.${domain}`;
  const { createAcmeAuthority } = await import('../tls/acme-authority.ts');
  return createAcmeAuthority({
    ...{ directoryUrl, email, caFile, siteAddresses },
    accountKey: () => acmeAccountKey(db, secrets),
    challenges: {
      add: (token, host, answer) => addChallenge(db, token, host, answer),
      remove: (token) => removeChallenge(db, token),
      async addText(token, domain, value) {
        await addChallenge(db, token, nameOf(domain), value);
        await deliver(nameOf(domain));
      },
      async removeText(token, domain) {
        await removeChallenge(db, token);
        await deliver(nameOf(domain));
      },
    },
  });
}
