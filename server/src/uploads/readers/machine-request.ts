import { Pkcs10CertificateRequest } from '@peculiar/x509';

/**
 * The public key (SPKI) of a certificate request (PKCS #10, PEM); null for anything else, and for one that is not signed with its
 * own key. Nothing else of a request counts.
 */
export async function readMachineRequest({ csr }: { csr: string }): Promise<{ key: Uint8Array } | null> {
  try {
    const request = new Pkcs10CertificateRequest(csr);
    return (await request.verify()) ? { key: new Uint8Array(request.publicKey.rawData) } : null;
  } catch {
    return null;
  }
}
