import { createHash, randomUUID, X509Certificate as NodeCertificate } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { setting } from '../db/schema.ts';
import type { SecretBox } from '../security/secret-box.ts';

const KEY = 'machine_authority';
/** The name that the certificate of the panel itself has; machines ask for it and for nothing else. */
export const PANEL_NAME = 'panel.machines.internal';

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
  const read = async (): Promise<string | undefined> => {
    const [row] = await db.select().from(setting).where(eq(setting.key, KEY));
    return typeof row?.value === 'string' ? secrets.open(row.value) : undefined;
  };
  const open = async () => {
    const { makeMachineRoot, readRoot } = await certificates();
    const known = await read();
    if (known !== undefined) return readRoot(known);
    const made = secrets.seal(await makeMachineRoot(new Date()));
    await db.insert(setting).values({ key: KEY, value: made }).onConflictDoNothing();
    return readRoot((await read()) ?? '');
  };
  return {
    /** Its certificate (PEM). */
    root: async (): Promise<string> => (await open()).pem,
    /** A certificate of a machine for the key of its request. @throws Error for a request that is not signed with its own key */
    async sign(csr: string, id: string): Promise<string> {
      const { signMachine } = await certificates();
      return signMachine(await open(), csr, id, new Date());
    },
    /** A certificate and key of the panel itself, for a process that listens for machines. */
    async issuePanel(): Promise<{ certificate: string; key: string }> {
      const { makeRequest, signPanel } = await certificates();
      const { csr, key } = await makeRequest(randomUUID());
      return { certificate: await signPanel(await open(), csr, PANEL_NAME, new Date()), key };
    },
  };
}
export type MachineAuthority = ReturnType<typeof createMachineAuthority>;
