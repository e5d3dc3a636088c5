import { X509Certificate } from 'node:crypto';
import { pemBlocks } from './pem-blocks.ts';

/** What a certificate says about itself. */
export type CertificateFacts = {
  /** SHA-256, hexadecimal. */
  fingerprint: string;
  /** The name of who issued it, as people know it. */
  issuer: string;
  /** Its DNS names, lower case. */
  names: string[];
  notBefore: Date;
  notAfter: Date;
};

/** The certificates of a chain in PEM, in their order. @throws Error when one cannot be read */
export const certificatesIn = (chain: string): X509Certificate[] =>
  pemBlocks(chain).map((pem) => new X509Certificate(pem));

/** The digest by which a certificate is recognised in a handshake. */
export const fingerprintOf = (certificate: X509Certificate): string =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase();

const fieldOf = (name: string, field: string): string | undefined =>
  new RegExp(`(?:^|\\n)${field}=([^\\n]+)`).exec(name)?.[1];

/** The names are quoted when they have a comma or quotes, which no host name has. */
const namesOf = ({ subjectAltName }: X509Certificate): string[] =>
  (subjectAltName ?? '')
    .split(', ')
    .filter((part) => part.startsWith('DNS:'))
    .map((part) => part.slice(4).toLowerCase());

/** Reads the first certificate of a chain. @throws Error when there is none */
export function factsOf(chain: string): CertificateFacts {
  const [first] = certificatesIn(chain);
  if (!first) throw new Error('There is no certificate.');
  return {
    fingerprint: fingerprintOf(first),
    issuer: fieldOf(first.issuer, 'O') ?? fieldOf(first.issuer, 'CN') ?? first.issuer.replaceAll('\n', ', '),
    names: namesOf(first),
    notBefore: new Date(first.validFrom),
    notAfter: new Date(first.validTo),
  };
}

/** `*.example.com` for `shop.example.com`. */
export const wildcardOf = (host: string): string => `*${host.slice(host.indexOf('.'))}`;

/** Whether a name of a certificate is for a host; a wildcard is for one label. */
export const isFor = (name: string, host: string): boolean => name === host || name === wildcardOf(host);

/** A certificate is renewed when two thirds of its life are over. */
export function renewalAt({ notBefore, notAfter }: Pick<CertificateFacts, 'notBefore' | 'notAfter'>): Date {
  return new Date(notBefore.getTime() + ((notAfter.getTime() - notBefore.getTime()) * 2) / 3);
}
