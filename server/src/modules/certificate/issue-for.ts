import type { StepContext } from '../../tasks/task-kind.ts';
import { CertificateError, type Issued } from '../../tls/certificate-authority.ts';
import { hostsInOurDns } from './wildcard.repo.ts';

/** `main`: the one that visitors see. */
type Wanted = { hosts: string[]; main: string };

/**
 * For all these addresses of a site or a panel; where the authority does not reach them, by its own DNS; when one of them
 * cannot be proven at all, for the main one alone.
 */
export async function issueFor(
  { app, signal, note }: StepContext,
  { hosts, main }: Wanted,
): Promise<{ hosts: string[]; issued: Issued }> {
  note(`For ${hosts.join(', ')}`);
  const given = { signal, note };
  try {
    return { hosts, issued: await app.authority.issue(hosts, given) };
  } catch (error) {
    if (!(error instanceof CertificateError) || error.isTemporary) throw error;
    const byDns = error.isUnproven ? await hostsInOurDns(app, hosts) : [];
    if (byDns.length > 0) {
      note(`${error.message} Proving ${byDns.join(', ')} by DNS.`);
      try {
        return { hosts, issued: await app.authority.issue(hosts, { ...given, byDns }) };
      } catch (second) {
        if (!(second instanceof CertificateError) || second.isTemporary) throw second;
      }
    }
    if (hosts.length === 1 || !hosts.includes(main)) throw error;
    note(`${error.message} Requesting one for ${main} alone.`);
    return { hosts: [main], issued: await app.authority.issue([main], { ...given, byDns }) };
  }
}
