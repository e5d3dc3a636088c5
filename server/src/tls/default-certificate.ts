import type { Clock } from '../kernel/clock-and-log.ts';
import type { CertificateAuthority, Issued } from './certificate-authority.ts';
import { factsOf, renewalAt } from './certificate-facts.ts';

type Deps = {
  authority: CertificateAuthority;
  clock: Clock;
  /** The sites domain of the panel's first partner; null before there is one. */
  sitesDomain(): Promise<string | null>;
  /** A stored certificate of a host name. */
  stored(host: string): Promise<Issued | null>;
};

const ISSUE_MS = 10_000;

/**
 * What a client gets that names no host in its handshake: the partner's certificate for all of its sites. An authority that
 * answers at once makes one; otherwise it is the wildcard, if there is one.
 */
export function createDefaultCertificate({
  authority,
  clock,
  sitesDomain,
  stored,
}: Deps): () => Promise<Issued | null> {
  let made: { domain: string; issued: Issued } | null = null;
  return async () => {
    const domain = await sitesDomain();
    if (domain === null) return null;
    const found = await stored(`*.${domain}`);
    if (found || !authority.isInstant) return found;
    if (made?.domain !== domain || renewalAt(factsOf(made.issued.chain)) <= clock.now()) {
      const options = { signal: AbortSignal.timeout(ISSUE_MS), note: () => undefined };
      made = { domain, issued: await authority.issue([domain, `*.${domain}`], options) };
    }
    return made.issued;
  };
}
