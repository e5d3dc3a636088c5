import { isIP } from 'node:net';
import type { MailFinding } from '@panel/contract';
import type { MailServer } from '../../../dns/resolver.ts';
import { bad, good, warning } from './finding.ts';
import type { MailLookup } from './lookup.ts';

const MOST = 10;

/** Whether a domain says that it receives no email (RFC 7505). */
export const isNullMx = (servers: readonly MailServer[]): boolean => servers.length === 1 && servers[0]?.host === '';

/** Whether email to a domain can be delivered. */
export async function checkMx(lookup: MailLookup, fqdn: string): Promise<MailFinding> {
  const servers = await lookup.mailServers(fqdn);
  const found = servers.map(({ priority, host }) => `${priority} ${host || '.'}`);
  if (servers.length === 0)
    return bad(found, {
      text: 'The domain has no mail server, so email to it cannot be delivered.',
      advice: 'Set up email in the DNS records, or choose “No mail for this domain” there.',
    });
  if (isNullMx(servers)) return good(found, { text: 'The domain receives no email, and says so.' });
  const hosts = servers.map(({ host }) => host);
  if (hosts.includes(''))
    return bad(found, {
      text: 'One record says that the domain receives no email, others name mail servers. Senders may give up.',
      advice: 'Delete the record with the single dot.',
    });
  const numeric = hosts.filter((host) => isIP(host) !== 0);
  if (numeric.length > 0)
    return bad(found, {
      text: `${numeric.join(', ')} is an address. An MX record must name a host.`,
      advice: 'Enter the name of the mail server instead.',
    });
  const checked = await Promise.all(
    hosts.slice(0, MOST).map(async (host) => ({ host, resolves: await lookup.resolves(host) })),
  );
  const lost = checked.filter(({ resolves }) => !resolves).map(({ host }) => host);
  if (lost.length === 0)
    return good(found, { text: 'Email to the domain is delivered to these servers, the lowest number first.' });
  const advice = 'Compare the name with the documentation of your mail provider.';
  return lost.length === checked.length
    ? bad(found, { text: 'None of the mail servers has an address, so email cannot be delivered.', advice })
    : warning(found, { text: `${lost.join(', ')} has no address. Email is delivered to the other servers.`, advice });
}
