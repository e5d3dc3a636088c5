import { createHash, X509Certificate as NodeCertificate } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { SecretBox } from '../security/secret-box.ts';
import { keepAuthority, readAuthority } from './authority.repo.ts';

/** The name that the certificate of the panel itself has; machines ask for it and for nothing else. */
export const PANEL_NAME = 'panel.machines.internal';

const PEER = /(?:^|[\s,])DNS:([0-9a-f-]{36})\.peer\.machines\.internal(?:,|$)/;
/** The name that the certificate of a machine with the database has, among the others. */
export const peerName = (id: string): string => `${id}.peer.machines.internal`;
/** The machine with the database whose certificate this is; null for one that joined by a token. */
export const peerOf = ({ subjectAltName }: NodeCertificate): string | null =>
  PEER.exec(subjectAltName ?? '')?.[1] ?? null;

/** Of the authority's certificate, in each token: whoever answers in place of the panel cannot be taken for it. */
export const digestOf = (pem: string): string => createHash('sha256').update(pem.trim()).digest('base64url');

/** Two hundred modules, which an installation of one machine never needs. */
const certificates = () => import('../tls/machine-certificates.ts');

/** SHA-256 of a certificate (PEM). */
export const fingerprintOf = (pem: string): string =>
  createHash('sha256').update(new NodeCertificate(pem).raw).digest('hex');
/** The same of raw bytes. */
export const fingerprintOfRaw = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');

/**
 * The authority that signs the certificates of machines. Its key is sealed in the database; it is made when the first machine is
 * to join, and processes that make one together end with the same.
 */
export function createMachineAuthority({ db, secrets }: { db: Database; secrets: SecretBox }) {
  const open = async () => {
    const { makeMachineRoot, readRoot } = await certificates();
    const known = await readAuthority(db);
    return readRoot(secrets.open(known ?? (await keepAuthority(db, secrets.seal(await makeMachineRoot(new Date()))))));
  };
  return {
    /** Its certificate (PEM). */
    root: async (): Promise<string> => (await open()).pem,
    /** A certificate of a machine for its public key (SPKI). Rejects a key of another kind. */
    async sign(key: Uint8Array, id: string): Promise<string> {
      const { signMachine } = await certificates();
      return signMachine(await open(), new Uint8Array(key), id, new Date());
    },
    /** A certificate and key of the panel itself, for a process of a machine that listens for others, or asks them. */
    async issuePanel(id: string): Promise<{ certificate: string; key: string }> {
      const { makePanel } = await certificates();
      return makePanel(await open(), [PANEL_NAME, peerName(id)], new Date());
    },
  };
}
export type MachineAuthority = ReturnType<typeof createMachineAuthority>;
