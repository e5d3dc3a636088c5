import path from 'node:path';
import { readOrCreateSecret } from '../security/read-or-create-secret.ts';
import type { CertificateAuthority, Issued } from './certificate-authority.ts';
import type { Root } from './local-certificates.ts';

/** Two hundred modules, which only the first certificate needs. */
const certificates = () => import('./local-certificates.ts');

/**
 * The panel's own certificate authority, for installations that no public one can reach. Its root is made once, in a file that only
 * the panel can read; browsers trust what it issues once they have imported the root.
 */
export function createLocalAuthority(dataDir: string, clock: { now(): Date }): CertificateAuthority {
  const file = path.join(dataDir, 'keys', 'authority.pem');
  let opening: Promise<Root> | null = null;
  const make = async (): Promise<Root> => {
    const { makeRoot, readRoot } = await certificates();
    const made = await makeRoot(clock.now());
    // Another process may have made one in the meantime; the file has the one that counts.
    return readRoot(readOrCreateSecret(file, () => made));
  };
  const open = (): Promise<Root> =>
    (opening ??= make().catch((error: unknown) => {
      opening = null;
      throw error;
    }));

  const issue = async (hosts: readonly string[]): Promise<Issued> => {
    const root = await open();
    return (await certificates()).makeLeaf(root, hosts, clock.now());
  };

  return { kind: 'local', isInstant: true, issue, root: async () => (await open()).pem };
}
