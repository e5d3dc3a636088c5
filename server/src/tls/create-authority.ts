import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { acmeAccountKey } from '../modules/certificate/acme-account.repo.ts';
import { addChallenge, removeChallenge } from '../modules/certificate/challenge.repo.ts';
import type { Clock, SecretBox } from '../process/app-context.ts';
import { createAcmeAuthority } from './acme-authority.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import { createLocalAuthority } from './local-authority.ts';

type Deps = { config: Config; db: Database; secrets: SecretBox; clock: Clock };

/** What issues the certificates of hosted sites. */
export function createAuthority({ config, db, secrets, clock }: Deps): CertificateAuthority {
  const { acmeDirectoryUrl: directoryUrl, acmeEmail: email, acmeCaFile: caFile, siteAddresses, dataDir } = config;
  if (!directoryUrl) return createLocalAuthority(dataDir, clock);
  return createAcmeAuthority({
    ...{ directoryUrl, email, caFile, siteAddresses },
    accountKey: () => acmeAccountKey(db, secrets),
    challenges: {
      add: (token, host, answer) => addChallenge(db, token, host, answer),
      remove: (token) => removeChallenge(db, token),
    },
  });
}
